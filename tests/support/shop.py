"""The shop, a small Maven project with one class, and its wanted refactoring."""

from collections import defaultdict
from pathlib import Path

from verifier.builds.options import StrategyChoice

SHOP = Path(__file__).parents[1] / "fixtures" / "projects" / "shop"

LOOP = """        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
"""
CALL = "        int sum = sum(prices);\n"
HELPER = """
    private int sum(int[] prices) {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
"""
SANDBOXES = defaultdict(lambda: "docker", {StrategyChoice.MAVEN: "local"})
"""The sandboxes for harmless candidates: Maven's start in a container takes seconds."""
