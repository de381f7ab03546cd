<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Ports that are free, and a small JVM that ends when the tests do. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:param name="http"/>
  <xsl:param name="https"/>
  <xsl:param name="admin"/>
  <xsl:param name="iiop"/>
  <xsl:param name="jms"/>

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="config[@name = 'server-config']//network-listener[@name = 'http-listener-1']/@port">
    <xsl:attribute name="port"><xsl:value-of select="$http"/></xsl:attribute>
  </xsl:template>
  <xsl:template match="config[@name = 'server-config']//network-listener[@name = 'http-listener-2']/@port">
    <xsl:attribute name="port"><xsl:value-of select="$https"/></xsl:attribute>
  </xsl:template>
  <xsl:template match="config[@name = 'server-config']//network-listener[@name = 'admin-listener']/@port">
    <xsl:attribute name="port"><xsl:value-of select="$admin"/></xsl:attribute>
  </xsl:template>
  <xsl:template match="config[@name = 'server-config']//iiop-listener[@id = 'orb-listener-1']/@port">
    <xsl:attribute name="port"><xsl:value-of select="$iiop"/></xsl:attribute>
  </xsl:template>
  <xsl:template match="config[@name = 'server-config']/system-property[@name = 'JMS_PROVIDER_PORT']/@value">
    <xsl:attribute name="value"><xsl:value-of select="$jms"/></xsl:attribute>
  </xsl:template>

  <!-- What opens a port that no test needs. -->
  <xsl:template match="config[@name = 'server-config']//iiop-listener[@security-enabled = 'true']"/>
  <xsl:template match="config[@name = 'server-config']//jmx-connector">
    <xsl:copy>
      <xsl:apply-templates select="@*"/>
      <xsl:attribute name="enabled">false</xsl:attribute>
    </xsl:copy>
  </xsl:template>
  <xsl:template match="jvm-options[starts-with(., '-Dorg.glassfish.additionalOSGiBundlesToStart=')]"/>

  <xsl:template match="config[@name = 'server-config']/java-config">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
      <!-- The server is started by a command that ends, and that by the tests. -->
      <jvm-options>-javaagent:${com.sun.aas.installRoot}/../../watchdog.jar=grandparent</jvm-options>
      <!-- It lives for minutes: the best compiled code is not worth its price. -->
      <jvm-options>-XX:+UseSerialGC</jvm-options>
      <jvm-options>-XX:TieredStopAtLevel=1</jvm-options>
    </xsl:copy>
  </xsl:template>
</xsl:stylesheet>
