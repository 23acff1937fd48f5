package org.refverify.prover.compile;

import org.eclipse.jdt.core.compiler.IProblem;

/** What a compiler error depends on. An error of an unlisted kind is never certain. */
enum ErrorKind {
  /** Signatures and supertypes only. */
  DECLARATION,
  /**
   * A type that is not allowed as a supertype; the compiler then treats the whole hierarchy as
   * broken.
   */
  SUPERTYPE,
  /** A missing member that a type would need; an annotation processor may generate one. */
  ABSENT_MEMBER,
  /** A member that exists but must not be used there. */
  ACCESS,
  /** The control flow of a method, its exceptions, and what is static. */
  FLOW,
  /** A method reference without a method. */
  REFERENCE,
  /** Types of expressions, which compilers infer in different ways. */
  TYPES,
  /** The name of a type that nothing here declares. */
  ABSENT_TYPE,
  /** The language: an older or newer Java may read the text, and the whole file, differently. */
  LANGUAGE,
  /** Everything else. */
  OTHER;

  private static final int OF_LANGUAGE =
      IProblem.Syntax | IProblem.Compliance | IProblem.PreviewRelated;

  static ErrorKind of(int id) {
    return switch (id) {
      case IProblem.MethodReducesVisibility,
          IProblem.InheritedMethodReducesVisibility,
          IProblem.IncompatibleReturnType,
          IProblem.IncompatibleReturnTypeForNonInheritedInterfaceMethod,
          IProblem.InheritedIncompatibleReturnType,
          IProblem.IncompatibleExceptionInThrowsClause,
          IProblem.IncompatibleExceptionInThrowsClauseForNonInheritedInterfaceMethod,
          IProblem.IncompatibleExceptionInInheritedMethodThrowsClause,
          IProblem.FinalMethodCannotBeOverridden,
          IProblem.CannotOverrideAStaticMethodWithAnInstanceMethod,
          IProblem.CannotHideAnInstanceMethodWithAStaticMethod,
          IProblem.StaticInheritedMethodConflicts,
          IProblem.AbstractMethodCannotBeOverridden,
          IProblem.AbstractMethodInAbstractClass,
          IProblem.AbstractMethodsInConcreteClass,
          IProblem.BodyForAbstractMethod,
          IProblem.MethodRequiresBody,
          IProblem.DuplicateMethod,
          IProblem.DuplicateMethodErasure,
          IProblem.DuplicateField,
          IProblem.DuplicateNestedType,
          IProblem.MethodNameClash,
          IProblem.MethodNameClashHidden,
          IProblem.DuplicateInheritedDefaultMethods,
          IProblem.InheritedDefaultMethodConflictsWithOtherInherited,
          IProblem.HierarchyCircularity,
          IProblem.HierarchyCircularitySelfReference,
          IProblem.PublicClassMustMatchFileName,
          IProblem.RecordAccessorMethodShouldBePublic,
          IProblem.RecordIllegalAccessorReturnType,
          IProblem.RecordDuplicateComponent,
          IProblem.SealedSuperClassDoesNotPermit,
          IProblem.SealedSuperInterfaceDoesNotPermit,
          IProblem.SealedMissingClassModifier,
          IProblem.SealedMissingInterfaceModifier,
          IProblem.SealedNotDirectSuperClass,
          IProblem.SealedNotDirectSuperInterface,
          IProblem.SealedSealedTypeMissingPermits,
          IProblem.SealedAnonymousClassCannotExtendSealedType,
          IProblem.SealedLocalDirectSuperTypeSealed ->
          DECLARATION;
      case IProblem.ClassExtendFinalClass,
          IProblem.ClassExtendFinalRecord,
          IProblem.AnonymousClassCannotExtendFinalClass,
          IProblem.SuperclassMustBeAClass,
          IProblem.SuperInterfaceMustBeAnInterface,
          IProblem.CannotExtendEnum ->
          SUPERTYPE;
      case IProblem.AbstractMethodMustBeImplemented,
          IProblem.AbstractMethodMustBeImplementedOverConcreteMethod,
          IProblem.EnumAbstractMethodMustBeImplemented,
          IProblem.EnumConstantMustImplementAbstractMethod,
          IProblem.MethodMustOverride,
          IProblem.MethodMustOverrideOrImplement,
          IProblem.UndefinedMethod,
          IProblem.UndefinedField,
          IProblem.UndefinedName,
          IProblem.UnresolvedVariable,
          IProblem.UndefinedConstructor,
          IProblem.UndefinedConstructorInDefaultConstructor,
          IProblem.UndefinedConstructorInImplicitConstructorCall,
          IProblem.UninitializedBlankFinalField,
          IProblem.UninitializedBlankFinalFieldHintMissingDefault,
          IProblem.InvalidClassInstantiation ->
          ABSENT_MEMBER;
      case IProblem.NotVisibleMethod,
          IProblem.NotVisibleField,
          IProblem.NotVisibleType,
          IProblem.NotVisibleConstructor,
          IProblem.NotVisibleConstructorInDefaultConstructor,
          IProblem.NotVisibleConstructorInImplicitConstructorCall,
          IProblem.DirectInvocationOfAbstractMethod ->
          ACCESS;
      case IProblem.UnhandledException,
          IProblem.UnhandledExceptionInDefaultConstructor,
          IProblem.UnhandledExceptionInImplicitConstructorCall,
          IProblem.UnhandledExceptionOnAutoClose,
          IProblem.UnreachableCatch,
          IProblem.InvalidCatchBlockSequence,
          IProblem.ThisInStaticContext,
          IProblem.StaticMethodRequested,
          IProblem.NonStaticFieldFromStaticInvocation,
          IProblem.MissingEnclosingInstance,
          IProblem.ShouldReturnValue,
          IProblem.ShouldReturnValueHintMissingDefault,
          IProblem.VoidMethodReturnsValue,
          IProblem.MethodReturnsVoid,
          IProblem.CodeCannotBeReached,
          IProblem.InitializerMustCompleteNormally,
          IProblem.UninitializedLocalVariable,
          IProblem.UninitializedLocalVariableHintMissingDefault,
          IProblem.DuplicateBlankFinalFieldInitialization,
          IProblem.DuplicateFinalLocalInitialization,
          IProblem.FinalFieldAssignment,
          IProblem.NonBlankFinalLocalAssignment,
          IProblem.FinalOuterLocalAssignment,
          IProblem.OuterLocalMustBeEffectivelyFinal,
          IProblem.LocalMustBeEffectivelyFinal,
          IProblem.ResourceLocalMustBeEffectivelyFinal,
          IProblem.LocalReferencedInGuardMustBeEffectivelyFinal,
          IProblem.RedefinedLocal,
          IProblem.RedefinedArgument,
          IProblem.LambdaRedeclaresLocal,
          IProblem.LambdaRedeclaresArgument,
          IProblem.RecursiveConstructorInvocation,
          IProblem.ReferenceToForwardField,
          IProblem.InvalidBreak,
          IProblem.InvalidContinue,
          IProblem.UndefinedLabel,
          IProblem.DuplicateLabel,
          IProblem.DuplicateCase,
          IProblem.DuplicateDefaultCase ->
          FLOW;
      case IProblem.DanglingReference -> REFERENCE;
      case IProblem.TypeMismatch,
          IProblem.ReturnTypeMismatch,
          IProblem.ParameterMismatch,
          IProblem.AmbiguousMethod,
          IProblem.AmbiguousConstructor,
          IProblem.IncompatibleTypesInEqualityOperator,
          IProblem.IncompatibleTypesInConditionalOperator,
          IProblem.IllegalCast,
          IProblem.InvalidOperator,
          IProblem.NoMessageSendOnBaseType,
          IProblem.NoMessageSendOnArrayType,
          IProblem.NoFieldOnBaseType,
          IProblem.NonGenericType,
          IProblem.IncorrectArityForParameterizedType,
          IProblem.TypeArgumentMismatch ->
          TYPES;
      case IProblem.UndefinedType,
          IProblem.ImportNotFound,
          IProblem.IsClassPathCorrect,
          IProblem.IsClassPathCorrectWithReferencingType,
          IProblem.HierarchyHasProblems,
          IProblem.MissingTypeInMethod,
          IProblem.MissingTypeInConstructor,
          IProblem.MissingTypeInLambda ->
          ABSENT_TYPE;
      default -> (id & OF_LANGUAGE) != 0 ? LANGUAGE : OTHER;
    };
  }
}
