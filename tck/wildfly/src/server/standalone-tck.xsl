<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- No configuration of the distribution has both Enterprise Beans and Fault Tolerance:
     this makes standalone-tck.xml of standalone.xml. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="/*/*[local-name() = 'extensions']">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
      <xsl:element name="extension" namespace="{namespace-uri()}">
        <xsl:attribute name="module">org.wildfly.extension.microprofile.fault-tolerance-smallrye</xsl:attribute>
      </xsl:element>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="/*/*[local-name() = 'profile']">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
      <subsystem xmlns="urn:wildfly:microprofile-fault-tolerance-smallrye:1.0"/>
    </xsl:copy>
  </xsl:template>
</xsl:stylesheet>
