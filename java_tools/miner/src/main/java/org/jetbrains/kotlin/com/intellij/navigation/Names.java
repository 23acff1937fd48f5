package org.jetbrains.kotlin.com.intellij.navigation;

interface NavigationItem {}
