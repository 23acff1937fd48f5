package org.jetbrains.kotlin.com.intellij.pom;

interface Navigatable {}
