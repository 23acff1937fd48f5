package com.github.gumtreediff.tree;

interface Tree {}

class TreeContext {}
