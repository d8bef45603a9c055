{{- /* Written by `npm run settings` from src/settings. */}}
{{- define "saphan.requiredSettings" -}}
- PUBLIC_URL
- TEMPORAL_ADDRESS
{{- end }}

{{- /* Keys of the Secret, and whether it may lack them. */}}
{{- define "saphan.secretSettings" -}}
PROVIDER_KEY: true
PROVIDER_CALLBACK_SECRET: true
SMTP_URL: true
ENCRYPTION_KEYS: true
OPERATOR_KEY: true
DATABASE_URL: false
TEMPORAL_API_KEY: true
OTEL_EXPORTER_OTLP_HEADERS: true
{{- end }}
