<?xml version="1.0" encoding="UTF-8"?>
<!-- Prints JaCoCo's report of one module as one line; without code the share is NaN. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text"/>
  <xsl:template match="/report">
    <xsl:value-of select="@name"/>
    <xsl:text>: JUnit tests in Java alone cover </xsl:text>
    <xsl:apply-templates select="counter[@type = 'LINE']"/>
    <xsl:text> of the lines and </xsl:text>
    <xsl:apply-templates select="counter[@type = 'BRANCH']"/>
    <xsl:text> of the branches; what tests in Python run does not count</xsl:text>
  </xsl:template>
  <xsl:template match="counter">
    <xsl:variable name="all" select="@covered + @missed"/>
    <xsl:value-of select="format-number(100 * @covered div $all, '0.0')"/>
    <xsl:value-of select="concat('% (', @covered, ' of ', $all, ')')"/>
  </xsl:template>
</xsl:stylesheet>
