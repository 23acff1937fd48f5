"""Simple names of well-known JDK classes: those of java.lang, and the packages of others."""

from collections.abc import Mapping

JAVA_LANG = frozenset(
    """
    AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException
    ArrayStoreException AssertionError AutoCloseable Boolean Byte CharSequence Character Class
    ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable
    Comparable Deprecated Double Enum Error Exception ExceptionInInitializerError Float
    FunctionalInterface IllegalAccessException IllegalArgumentException IllegalStateException
    IndexOutOfBoundsException InheritableThreadLocal InstantiationException Integer
    InterruptedException Iterable LinkageError Long Math NegativeArraySizeException
    NoClassDefFoundError NoSuchFieldException NoSuchMethodException NullPointerException Number
    NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder Readable
    Record ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs
    SecurityException Short StackOverflowError StackTraceElement StackWalker StrictMath String
    StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread
    ThreadGroup ThreadLocal Throwable UnsupportedOperationException VirtualMachineError Void
    """.split()  # noqa: SIM905 - a list of 90 quoted words is unreadable
)

_HOMES = {
    "java.util": """
        AbstractCollection AbstractList AbstractMap AbstractSet ArrayDeque ArrayList Arrays Base64
        BitSet Calendar Collection Collections Comparator ConcurrentModificationException Currency
        Date Deque Dictionary DoubleSummaryStatistics EnumMap EnumSet Enumeration EventListener
        EventObject Formatter GregorianCalendar HashMap HashSet Hashtable IdentityHashMap
        IntSummaryStatistics Iterator LinkedHashMap LinkedHashSet LinkedList List ListIterator
        Locale LongSummaryStatistics Map MissingResourceException NavigableMap NavigableSet
        NoSuchElementException Objects Optional OptionalDouble OptionalInt OptionalLong
        PrimitiveIterator PriorityQueue Properties Queue Random RandomAccess ResourceBundle Scanner
        ServiceLoader Set SimpleTimeZone SortedMap SortedSet Spliterator Spliterators SplittableRandom
        Stack StringJoiner StringTokenizer TimeZone TreeMap TreeSet UUID Vector WeakHashMap""",
    "java.util.function": """
        BiConsumer BiFunction BiPredicate BinaryOperator BooleanSupplier Consumer DoubleConsumer
        DoubleFunction DoublePredicate DoubleSupplier DoubleUnaryOperator Function IntBinaryOperator
        IntConsumer IntFunction IntPredicate IntSupplier IntUnaryOperator LongConsumer LongFunction
        LongPredicate LongSupplier LongUnaryOperator ObjIntConsumer Predicate Supplier
        ToDoubleFunction ToIntFunction ToLongFunction UnaryOperator""",
    "java.util.stream": """
        BaseStream Collector Collectors DoubleStream IntStream LongStream Stream StreamSupport""",
    "java.util.concurrent": """
        BlockingQueue Callable CompletableFuture CompletionException ConcurrentHashMap
        ConcurrentLinkedQueue ConcurrentMap CopyOnWriteArrayList CountDownLatch CyclicBarrier
        ExecutionException Executor ExecutorService Executors Future FutureTask LinkedBlockingQueue
        ScheduledExecutorService Semaphore ThreadFactory ThreadLocalRandom TimeUnit
        TimeoutException""",
    "java.util.concurrent.atomic": """
        AtomicBoolean AtomicInteger AtomicLong AtomicReference LongAdder""",
    "java.util.regex": "MatchResult Matcher Pattern PatternSyntaxException",
    "java.io": """
        BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter ByteArrayInputStream
        ByteArrayOutputStream Closeable DataInputStream DataOutputStream EOFException File FileFilter
        FileInputStream FileNotFoundException FileOutputStream FileReader FileWriter FilenameFilter
        FilterInputStream FilterOutputStream Flushable IOException InputStream InputStreamReader
        ObjectInputStream ObjectOutputStream OutputStream OutputStreamWriter PrintStream PrintWriter
        RandomAccessFile Reader SequenceInputStream Serializable StringReader StringWriter
        UncheckedIOException UnsupportedEncodingException Writer""",
    "java.nio": "BufferOverflowException ByteBuffer ByteOrder CharBuffer",
    "java.nio.charset": "Charset CharsetDecoder CharsetEncoder StandardCharsets",
    "java.nio.file": "FileVisitResult Files LinkOption OpenOption Path Paths StandardOpenOption",
    "java.math": "BigDecimal BigInteger MathContext RoundingMode",
    "java.time": "Duration Instant LocalDate LocalDateTime LocalTime ZoneId ZonedDateTime",
    "java.lang.reflect": """
        AccessibleObject Array Constructor Field GenericArrayType InvocationHandler
        InvocationTargetException Method Modifier ParameterizedType Proxy TypeVariable
        UndeclaredThrowableException WildcardType""",
    "java.text": "DateFormat DecimalFormat MessageFormat NumberFormat ParseException SimpleDateFormat",
    "java.net": "MalformedURLException URI URISyntaxException URL URLDecoder URLEncoder",
}

JDK_TYPES: Mapping[str, str] = {
    name: package for package, names in _HOMES.items() for name in names.split()
}
"""The package of each class; a name in several packages (List, Date …) has its usual one."""
