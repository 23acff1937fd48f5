package org.jetbrains.kotlin.com.intellij.psi;

interface NavigatablePsiElement {}

interface PsiElement {}
