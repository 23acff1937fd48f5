package org.jetbrains.kotlin.com.intellij.openapi.util;

interface Iconable {}

interface UserDataHolder {}
