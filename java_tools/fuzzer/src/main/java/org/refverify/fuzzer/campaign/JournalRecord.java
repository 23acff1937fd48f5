package org.refverify.fuzzer.campaign;

import java.util.Map;

/** One thing that a worker tells its supervisor; each kind of record has a class that reads it. */
interface JournalRecord {
  /** What a record is about; the journal has the names in lower case. */
  enum Kind {
    /** {@link SubjectRecord}, once, before anything runs. */
    SUBJECT,
    /** {@link EntryRecord} while the entry's turn lasts: what it reached, without counts. */
    PROGRESS,
    /** {@link EntryRecord} at the end of the entry's turn. */
    ENTRY,
    /** {@link SuspectRecord}. */
    SUSPECT,
    /** {@link UnsteadyRecord}. */
    UNSTEADY,
    /** {@link HintRecord}. */
    HINT,
    /** {@link MutantRecord.Chosen}. */
    MUTANTS,
    /** {@link MutantRecord.Trying}. */
    TRYING,
    /** {@link MutantRecord}. */
    MUTANT,
    /** {@link Memory.Item}, in a file of its own. */
    INPUT,
    /** {@link FailureRecord}: the engine itself failed. */
    FAILED,
    /** {@link EndRecord}: the worker came to its end by itself. */
    END
  }

  /** What it is about. */
  Kind kind();

  /** Plain data for {@link org.refverify.fuzzer.recipe.Json}. */
  Map<String, Object> content();
}
