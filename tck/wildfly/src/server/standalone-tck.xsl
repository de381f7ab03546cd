<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- No configuration of the distribution has Enterprise Beans, a message broker, Fault
     Tolerance and Telemetry, and the one with a broker opens ports of its own: this makes standalone-tck.xml of
     standalone.xml. -->
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
      <xsl:element name="extension" namespace="{namespace-uri()}">
        <xsl:attribute name="module">org.wildfly.extension.messaging-activemq</xsl:attribute>
      </xsl:element>
      <xsl:element name="extension" namespace="{namespace-uri()}">
        <xsl:attribute name="module">org.wildfly.extension.opentelemetry</xsl:attribute>
      </xsl:element>
      <xsl:element name="extension" namespace="{namespace-uri()}">
        <xsl:attribute name="module">org.wildfly.extension.microprofile.telemetry</xsl:attribute>
      </xsl:element>
      <xsl:element name="extension" namespace="{namespace-uri()}">
        <xsl:attribute name="module">org.wildfly.extension.micrometer</xsl:attribute>
      </xsl:element>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="/*/*[local-name() = 'profile']">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
      <subsystem xmlns="urn:wildfly:microprofile-fault-tolerance-smallrye:1.0"/>
      <!-- The second keeps the first quiet unless an application asks for telemetry. -->
      <subsystem xmlns="urn:wildfly:opentelemetry:1.1"/>
      <subsystem xmlns="urn:wildfly:microprofile-telemetry:1.0"/>
      <subsystem xmlns="urn:wildfly:micrometer:community:2.0">
        <prometheus-registry context="/prometheus" security-enabled="false"/>
      </subsystem>
      <!-- A broker inside the server, which keeps nothing and has no port. -->
      <subsystem xmlns="urn:jboss:domain:messaging-activemq:17.0">
        <server name="default" persistence-enabled="false">
          <security enabled="false"/>
          <address-setting name="#"/>
          <in-vm-connector name="in-vm" server-id="0"/>
          <in-vm-acceptor name="in-vm" server-id="0"/>
          <pooled-connection-factory name="activemq-ra" entries="java:/JmsXA java:jboss/DefaultJMSConnectionFactory" connectors="in-vm" transaction="xa"/>
        </server>
      </subsystem>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="*[local-name() = 'default-bindings' and starts-with(namespace-uri(), 'urn:jboss:domain:ee:')]">
    <xsl:copy>
      <xsl:apply-templates select="@*"/>
      <xsl:attribute name="jms-connection-factory">java:jboss/DefaultJMSConnectionFactory</xsl:attribute>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="*[local-name() = 'session-bean' and starts-with(namespace-uri(), 'urn:jboss:domain:ejb3:')]">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
    <xsl:element name="mdb" namespace="{namespace-uri()}">
      <xsl:element name="resource-adapter-ref" namespace="{namespace-uri()}">
        <xsl:attribute name="resource-adapter-name">activemq-ra.rar</xsl:attribute>
      </xsl:element>
      <xsl:element name="bean-instance-pool-ref" namespace="{namespace-uri()}">
        <xsl:attribute name="pool-name">mdb-strict-max-pool</xsl:attribute>
      </xsl:element>
    </xsl:element>
  </xsl:template>

  <!-- Callers are whoever an application says; otherwise they must be known to the server, too. -->
  <xsl:template match="*[local-name() = 'application-security-domain' and starts-with(namespace-uri(), 'urn:jboss:domain:undertow:')]">
    <xsl:copy>
      <xsl:attribute name="integrated-jaspi">false</xsl:attribute>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <!-- A second stateful bean of those that can be passivated passivates the first. -->
  <xsl:template match="*[local-name() = 'infinispan-bean-management']/@max-active-beans">
    <xsl:attribute name="max-active-beans">1</xsl:attribute>
  </xsl:template>
</xsl:stylesheet>
