import { AggregatorRegistry, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void
  /** Live streams that were opened (1) or have ended (-1). */
  countStreams(change: 1 | -1): void
  /** All figures in Prometheus' text format. */
  text(): Promise<string>
}

interface MetricsOptions {
  withProcess?: boolean
  /** In one of several web workers: asks the process that started them for the figures of all. */
  gather?: () => Promise<string>
}

/** Counts and times of calls by route pattern, and the process's own figures. */
export const metricsOf = ({ withProcess = true, gather }: MetricsOptions = {}): Metrics => {
  const registry = new Registry()
  if (withProcess) collectDefaultMetrics({ register: registry, prefix: 'kliniki_' })
  const duration = new Histogram({
    name: 'kliniki_http_request_duration_seconds',
    help: 'Time from request to reply, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 1, 2, 5],
    registers: [registry],
  })
  const streams = new Gauge({
    name: 'kliniki_event_streams',
    help: 'Live streams that are open: browsers that hear of news.',
    registers: [registry],
  })
  if (gather) {
    AggregatorRegistry.setRegistries([registry])
    gatherMetrics()
  }
  return {
    observe: (method, route, status, seconds) => duration.labels(method, route, String(status)).observe(seconds),
    countStreams: (change) => streams.inc(change),
    text: gather ?? (() => registry.metrics()),
  }
}

/** In the process that started the web workers: a function that adds up what they count. In a worker it makes them answer it. */
export const gatherMetrics = () => {
  const aggregator = new AggregatorRegistry()
  return () => aggregator.clusterMetrics()
}
