package org.refverify.context;

/**
 * How much is read and told at most.
 *
 * @param entries of each list
 * @param characters of one text
 * @param allCharacters of all texts of one answer together
 * @param files read whole
 * @param paths listed
 */
public record ReadingLimits(int entries, int characters, int allCharacters, int files, int paths) {}
