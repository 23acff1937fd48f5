"""The report as a folder of static pages: a leaderboard, and each verdict with its evidence."""
