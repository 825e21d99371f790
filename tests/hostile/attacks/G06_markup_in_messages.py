# G6 | Raises errors whose class, message and line are markup, script and links.
# Expected: exception; at most 0 points
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>[a](javascript:alert(3)) </pre>``` | # **b** &lt; {{7*7}} ${7*7}"
Evil = type("<b onmouseover=alert(4)>", (ValueError,), {})


def softmax(*given):
    print(EVIL)
    raise Evil(EVIL)  # <script>alert(5)</script> --> ``` </textarea>


attention_scores = attention = self_attention = softmax
