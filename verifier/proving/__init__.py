"""Build a proof request from two versions of a program, and describe the proof."""
