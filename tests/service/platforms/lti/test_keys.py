from grader.service.platforms.lti.keys import Keys


def test_all_keys_are_published_and_the_newest_signs(tmp_path):
    Keys(tmp_path)
    first = Keys(tmp_path)
    old, first_private = first.published()["keys"], first.private
    (only,) = tmp_path.glob("lti-*.pem")
    assert only.stat().st_mode & 0o077 == 0
    moved = Keys(tmp_path / "other").private
    next((tmp_path / "other").glob("*.pem")).rename(tmp_path / "lti-99999999999999.pem")
    both = Keys(tmp_path)

    assert both.private == moved != first_private
    assert len(both.published()["keys"]) == 2
    assert old[0] in both.published()["keys"]
    assert all(not set(key) & {"d", "p", "q", "dp", "dq", "qi"} for key in both.published()["keys"])
