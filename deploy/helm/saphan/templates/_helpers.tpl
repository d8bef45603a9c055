{{- define "saphan.labels" -}}
app.kubernetes.io/name: saphan
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "saphan.selector" -}}
app.kubernetes.io/name: saphan
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "saphan.image" -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{ .Values.image.repository }}{{ hasPrefix "sha256:" $tag | ternary "@" ":" }}{{ $tag }}
{{- end }}

{{- /* Settings are in the pod's template, so that a change of one replaces the pods. */}}
{{- define "saphan.env" -}}
{{- $required := include "saphan.requiredSettings" . | fromYamlArray }}
{{- range $name, $value := .Values.settings }}
{{- if and (has $name $required) (eq (toString $value) "") }}
{{- fail (printf "settings.%s: required" $name) }}
{{- end }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range $name, $isOptional := include "saphan.secretSettings" . | fromYaml }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $.Values.secrets.gateway }}, key: {{ $name }}, optional: {{ $isOptional }} }
{{- end }}
{{- if .Values.secrets.temporalTls }}
- name: TEMPORAL_TLS_CA
  value: /etc/saphan/temporal/ca.crt
- name: TEMPORAL_TLS_CERT
  value: /etc/saphan/temporal/tls.crt
- name: TEMPORAL_TLS_KEY
  value: /etc/saphan/temporal/tls.key
{{- end }}
{{- end }}

{{- define "saphan.podSpec" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: { medium: Memory, sizeLimit: 64Mi }
  {{- with .Values.secrets.temporalTls }}
  - name: temporal-tls
    secret: { secretName: {{ . }} }
  {{- end }}
  {{- with .Values.secrets.postgresAuthority }}
  - name: postgres-authority
    secret: { secretName: {{ . }} }
  {{- end }}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "saphan.container" -}}
image: {{ include "saphan.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.secrets.temporalTls }}
  - { name: temporal-tls, mountPath: /etc/saphan/temporal, readOnly: true }
  {{- end }}
  {{- if .Values.secrets.postgresAuthority }}
  - { name: postgres-authority, mountPath: /etc/saphan/postgres, readOnly: true }
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- /* The ports of a process by name, as its settings, container and Service have them. */}}
{{- define "saphan.ports" -}}
{{- if eq . "api" }}
http: 8080
console: 8090
callbacks: 8091
metrics: 9090
{{- else if eq . "worker" }}
metrics: 8082
{{- end }}
{{- end }}

{{- /* A deployment of `component`, which answers probes on the port `probed`. */}}
{{- define "saphan.deployment" -}}
{{- $values := get .root.Values .component -}}
{{- $ports := include "saphan.ports" .component | fromYaml -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .component }}
  labels:
    {{- include "saphan.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels: {{ include "saphan.selector" . | nindent 6 }}
  # The old pods serve until the new ones are ready.
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  template:
    metadata:
      labels:
        {{- include "saphan.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      {{- with .root.Values.podAnnotations }}
      annotations: {{ toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "saphan.podSpec" .root | nindent 6 }}
      # The pause before SIGTERM, and what the process takes to finish its work.
      terminationGracePeriodSeconds: 45
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{ include "saphan.selector" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          args: [{{ .component }}]
          {{- include "saphan.container" .root | nindent 10 }}
          env:
            {{- include "saphan.env" .root | nindent 12 }}
            {{- range $name, $port := omit $ports "http" }}
            {{- if eq $.component "api" }}
            - name: {{ upper $name }}_ADDRESS
              value: 0.0.0.0:{{ $port }}
            {{- end }}
            {{- end }}
          ports:
            {{- range $name, $port := $ports }}
            - { name: {{ $name }}, containerPort: {{ $port }} }
            {{- end }}
          # Until the endpoints of the Service no longer name the pod.
          lifecycle:
            preStop: { exec: { command: [sleep, '5'] } }
          startupProbe:
            httpGet: { path: /healthz, port: {{ .probed }} }
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: {{ .readyPath }}, port: {{ .probed }} }
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: { path: /healthz, port: {{ .probed }} }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources: {{ toYaml $values.resources | nindent 12 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .root.Release.Name }}-{{ .component }}
  labels:
    {{- include "saphan.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if eq .component "worker" }}
  # For Prometheus only.
  clusterIP: None
  {{- end }}
  selector: {{ include "saphan.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := $ports }}
    - { name: {{ $name }}, port: {{ $port }}, targetPort: {{ $name }} }
    {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .component }}
  labels: {{ include "saphan.labels" .root | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels: {{ include "saphan.selector" . | nindent 6 }}
{{- end }}
