{{- define "curfew.labels" -}}
app.kubernetes.io/name: curfew
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* Outside its own namespace a release goes by both its names: several may share the namespaces of sessions. */}}
{{- define "curfew.foreignName" -}}
{{ .Release.Namespace }}-{{ .Release.Name }}
{{- end }}

{{- define "curfew.image" -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- end }}

{{- define "curfew.podSecurity" -}}
runAsNonRoot: true
{{- if .Values.runAsUser }}
runAsUser: {{ .Values.runAsUser }}
{{- end }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "curfew.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "curfew.env" -}}
- { name: NODE_ENV, value: production }
- { name: PORT, value: "3000" }
- { name: HOSTNAME, value: 0.0.0.0 }
# Longer than a proxy keeps a connection that it does not use (ingress-nginx: 60 s), or it sends into a closed one.
- { name: KEEP_ALIVE_TIMEOUT, value: "75000" }
- { name: LOG_LEVEL, value: {{ .Values.logLevel | quote }} }
- { name: APP_URL, value: {{ printf "https://%s" .Values.host | quote }} }
- { name: CURFEW_ENVIRONMENT, value: {{ .Values.environment | quote }} }
- { name: CURFEW_VM_NAMESPACE, value: {{ .Values.namespaces.vm | quote }} }
- { name: CURFEW_POD_NAMESPACE, value: {{ .Values.namespaces.pod | quote }} }
- { name: CURFEW_SESSION_MINUTES, value: {{ .Values.sessions.minutes | quote }} }
- { name: CURFEW_SESSION_MAX_MINUTES, value: {{ .Values.sessions.maxMinutes | quote }} }
- { name: CURFEW_DEADLINE_MARGIN_MINUTES, value: {{ .Values.sessions.marginMinutes | quote }} }
- { name: CURFEW_LAUNCH_LIMIT_MINUTES, value: {{ .Values.sessions.launchLimitMinutes | quote }} }
- { name: CURFEW_MACHINE_CAP, value: {{ .Values.sessions.machineCap | quote }} }
- { name: CURFEW_IMAGE_PREFIXES, value: {{ join "," .Values.sessions.imagePrefixes | quote }} }
- { name: CURFEW_ACCESS_CIDRS, value: {{ join "," .Values.sessions.accessCidrs | quote }} }
- { name: CURFEW_TRUSTED_PROXIES, value: {{ join "," .Values.trustedProxies | quote }} }
- { name: CURFEW_REAP_CRONJOB, value: {{ printf "%s/%s-reaper" .Release.Namespace .Release.Name | quote }} }
{{- if eq .Values.reaper.signIn "serviceAccount" }}
- { name: CURFEW_REAP_AUDIENCE, value: curfew-reap }
- name: CURFEW_REAP_SERVICE_ACCOUNT
  value: {{ printf "system:serviceaccount:%s:%s-reaper" .Release.Namespace .Release.Name | quote }}
{{- end }}
{{- with .Values.oidc.issuer }}
- { name: CURFEW_OIDC_ISSUER, value: {{ . | quote }} }
- { name: CURFEW_OIDC_CLIENT_ID, value: {{ $.Values.oidc.clientId | quote }} }
- { name: CURFEW_OIDC_NAME, value: {{ $.Values.oidc.name | quote }} }
- { name: CURFEW_OIDC_ROLE_CLAIM, value: {{ $.Values.oidc.roleClaim | quote }} }
- { name: CURFEW_OIDC_ADMIN_VALUES, value: {{ join "," $.Values.oidc.adminValues | quote }} }
- name: CURFEW_OIDC_CLIENT_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.secretName }}
      key: CURFEW_OIDC_CLIENT_SECRET
      optional: true
{{- end }}
{{- if .Values.trustedCa.configMapName }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/curfew/ca/ca.crt }
{{- end }}
{{- with .Values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: parentbased_traceidratio }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ $.Values.tracing.ratio | quote }} }
{{- end }}
- name: CURFEW_REAP_TOKEN
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secretName }}
      key: CURFEW_REAP_TOKEN
      optional: {{ eq .Values.reaper.signIn "serviceAccount" }}
- name: CURFEW_METRICS_TOKEN
  valueFrom: { secretKeyRef: { name: {{ .Values.secretName }}, key: CURFEW_METRICS_TOKEN, optional: true } }
{{- range list "DATABASE_URL" "AUTH_SECRET" "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.secretName }}
      key: {{ . }}
{{- end }}
{{- end }}

{{- define "curfew.dnsEgress" -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ .Values.networkPolicy.dns.namespace }}
      podSelector:
        matchLabels:
          {{- toYaml .Values.networkPolicy.dns.podLabels | nindent 10 }}
    {{- range .Values.networkPolicy.dns.cidrs }}
    - { ipBlock: { cidr: {{ . | quote }} } }
    {{- end }}
  ports:
    - { protocol: UDP, port: {{ .Values.networkPolicy.dns.port }} }
    - { protocol: TCP, port: {{ .Values.networkPolicy.dns.port }} }
{{- end }}

{{- define "curfew.databaseEgress" -}}
- to:
    {{- range .Values.networkPolicy.database.cidrs }}
    - { ipBlock: { cidr: {{ . | quote }} } }
    {{- end }}
    {{- with .Values.networkPolicy.database.peers }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  ports:
    {{- range .Values.networkPolicy.database.ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{- define "curfew.trustedCaVolume" -}}
name: trusted-ca
configMap:
  name: {{ .configMapName }}
  items:
    - { key: {{ .key | quote }}, path: ca.crt }
{{- end }}
