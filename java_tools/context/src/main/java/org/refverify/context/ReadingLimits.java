package org.refverify.context;

/**
 * The limits of reading and of an answer.
 *
 * @param entries the most entries of each list
 * @param characters the most characters of one text
 * @param allCharacters the most characters of all texts of one answer together
 * @param files the most files to read
 * @param paths the most paths to list
 */
public record ReadingLimits(int entries, int characters, int allCharacters, int files, int paths) {}
