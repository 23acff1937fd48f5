from verifier.sandbox.capped import CappedBuffer


def test_a_buffer_keeps_the_first_bytes_and_counts_the_rest() -> None:
    buffer = CappedBuffer(4)
    for part in (b"ab", b"cdef", b"gh"):
        buffer.feed(part)
    assert (buffer.value(), buffer.dropped, buffer.truncated) == (b"abcd", 4, True)


def test_a_buffer_that_is_exactly_full_is_not_truncated() -> None:
    buffer = CappedBuffer(2)
    buffer.feed(b"ab")
    assert (buffer.value(), buffer.truncated) == (b"ab", False)
