package org.refverify.fuzzer.campaign;

import java.util.Map;

/** A message of a worker to its supervisor; each kind of record has a class that reads it. */
interface JournalRecord {
  /** The kinds of records; the journal contains their names in lower case. */
  enum Kind {
    /** {@link SubjectRecord}, once, before anything runs. */
    SUBJECT,
    /** {@link EntryRecord} during the entry's turn: what it reached, without counts. */
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
    /** {@link Memory.Item}, in a separate file. */
    INPUT,
    /** {@link FailureRecord}: the engine itself failed. */
    FAILED,
    /** {@link EndRecord}: the worker finished on its own. */
    END
  }

  /** The kind of the record. */
  Kind kind();

  /** Plain data for {@link org.refverify.common.JsonWriter}. */
  Map<String, Object> content();
}
