from grader.service.queue.executor import executor_id


def test_two_at_a_time_never_have_one_id_and_a_free_one_is_used_again(tmp_path):
    with executor_id(tmp_path) as first:
        with executor_id(tmp_path) as second:
            assert first != second
        with executor_id(tmp_path) as third:
            assert third == second
    with executor_id(tmp_path) as again:
        assert again == first
