/** The classes of one version, their hierarchy, and the resolution of members. */
package org.refverify.prover.world;
