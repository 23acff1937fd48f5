package org.jetbrains.kotlin.psi;

class KtAnnotationEntry {}

class KtBlockExpression {}

class KtCallExpression {}

class KtCallableReferenceExpression {}

class KtDestructuringDeclarationEntry {}

class KtDotQualifiedExpression {}

interface KtElement {}

class KtEnumEntry {}

interface KtExpression {}

class KtFile {}

class KtFunctionType {}

class KtIfExpression {}

class KtLambdaExpression {}

class KtObjectDeclaration {}

class KtParameter {}

class KtProperty {}

interface KtPureElement {}

class KtSuperTypeCallEntry {}

class KtSuperTypeListEntry {}

class KtTryExpression {}

class KtTypeReference {}

class KtWhenExpression {}
