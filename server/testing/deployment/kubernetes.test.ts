import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

import { adviceFor, EXITS_WITHIN_SECONDS, NOT_OURS, read, unread } from './deployment.ts'

const IMAGE_DATA_DIR = '/data'

interface Probe {
  httpGet: { path: string; port: string }
  periodSeconds: number
  failureThreshold: number
}
interface Container {
  envFrom: { configMapRef: { name: string } }[]
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
  ports: { name: string; containerPort: number }[]
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  resources: Record<'requests' | 'limits', { cpu: string; memory: string }>
  securityContext: object
  volumeMounts: { name: string; mountPath: string }[]
}
interface Manifest {
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  data: Record<string, string>
  automountServiceAccountToken: boolean
  // The kinds of resources differ; each test states what it expects.
  spec: any
}

describe('on Kubernetes', () => {
  const manifests = parseAllDocuments(read('server/deploy/kubernetes/guildhall.yaml')).map(
    (document) => document.toJS() as Manifest,
  )
  const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!
  const pod = find('Deployment').spec.template
  const container = pod.spec.containers[0] as Container
  const settings = find('ConfigMap').data

  test('the manifest sets only variables that the server reads, and secrets only by reference', () => {
    const names = [...Object.keys(settings), ...container.env.map(({ name }) => name)]
    expect(unread(names)).toEqual([])
    expect(container.envFrom).toEqual([{ configMapRef: { name: find('ConfigMap').metadata.name } }])
    expect(container.env.filter(({ value }) => value).map(({ name }) => name)).toEqual(NOT_OURS)
  })

  test('the environment is valid, and gets no advice', () => {
    const secrets = {
      SERVER_SECRET: '0123456789abcdefghijklmnopqrstuv',
      SMTP_URL: 'smtps://user:secret@mail.example',
    }
    const referred = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? [])
    expect(referred).toEqual(Object.keys(secrets))
    const image = { NODE_ENV: 'production', DATA_DIR: IMAGE_DATA_DIR, RELEASE: '1.0.0' }
    expect(adviceFor({ ...image, ...settings, ...secrets })).toEqual([])
  })

  test('probes use a path that the server answers, at a port that it opens', () => {
    const { startupProbe, readinessProbe, livenessProbe } = container
    expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/health/live', port: 'http' },
      { path: '/health/ready', port: 'http' },
      { path: '/health/live', port: 'http' },
    ])
    const [, port] = /\bPORT=(\d+)/.exec(read('Dockerfile')) ?? []
    expect(container.ports).toEqual([
      { name: 'http', containerPort: Number(port) },
      { name: 'metrics', containerPort: Number(settings['METRICS_PORT']) },
    ])
    expect(livenessProbe.periodSeconds * livenessProbe.failureThreshold).toBeGreaterThanOrEqual(60)
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(EXITS_WITHIN_SECONDS)
  })

  test('the container has no privileges, and writes only to temporary folders', () => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(find('ServiceAccount')).toMatchObject({
      automountServiceAccountToken: false,
      metadata: { name: pod.spec.serviceAccountName },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const empty = pod.spec.volumes.flatMap(({ name, emptyDir }: any) => (emptyDir?.sizeLimit ? [name] : []))
    const written = container.volumeMounts.filter(({ name }) => empty.includes(name))
    expect(written.map(({ mountPath }) => mountPath)).toEqual(['/tmp', IMAGE_DATA_DIR])
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(
      pod.spec.volumes.map(({ name }: { name: string }) => name),
    )
  })

  test('requested resources are within the limits', () => {
    const { requests, limits } = container.resources
    expect(amount(requests.cpu)).toBeLessThanOrEqual(amount(limits.cpu))
    expect(amount(requests.memory)).toBeLessThanOrEqual(amount(limits.memory))
  })

  test('every selector matches the pods', () => {
    const { labels } = pod.metadata
    const policy = find('NetworkPolicy').spec
    expect([
      find('Deployment').spec.selector.matchLabels,
      find('Service').spec.selector,
      find('PodDisruptionBudget').spec.selector.matchLabels,
      policy.podSelector.matchLabels,
      ...pod.spec.topologySpreadConstraints.map(({ labelSelector }: any) => labelSelector.matchLabels),
    ]).toEqual(Array.from({ length: 6 }, () => labels))
    const { scaleTargetRef, minReplicas } = find('HorizontalPodAutoscaler').spec
    expect(scaleTargetRef).toMatchObject({ kind: 'Deployment', name: find('Deployment').metadata.name })
    // Otherwise the disruption budget would allow the eviction of the only pod.
    expect(minReplicas).toBeGreaterThan(find('PodDisruptionBudget').spec.maxUnavailable)
    const open = [find('Service').spec, ...policy.ingress].flatMap(({ ports }: any) =>
      ports.map(({ targetPort, port }: any) => targetPort ?? port),
    )
    expect(new Set(open)).toEqual(new Set(container.ports.map(({ name }) => name)))
  })
})

/** A quantity of Kubernetes, such as 500m or 1Gi. */
function amount(quantity: string) {
  const [, digits, unit = ''] = /^(\d+)(m|Mi|Gi)?$/.exec(quantity)!
  return Number(digits) * { m: 1 / 1000, '': 1, Mi: 2 ** 20, Gi: 2 ** 30 }[unit]!
}
