import { ConfigError } from '#server/errors/config-error.ts';
import { type Config, type Get, logLevels } from './config-type.ts';
import { readPort, withoutPassword } from './values.ts';

export function readLogLevel(text = 'info'): Config['logLevel'] {
  const level = logLevels.find((known) => known === text);
  if (level !== undefined) return level;
  throw new ConfigError(`LOG_LEVEL is "${text}": set it to one of ${logLevels.join(', ')}.`);
}

export function readMetrics(port: string | undefined, host = '127.0.0.1'): Config['metrics'] {
  return port === undefined ? undefined : { port: readPort('METRICS_PORT', port, 1), host };
}

/** The usual variables of OpenTelemetry. The rest of OTEL_EXPORTER_OTLP_… is read by its own library. */
export function readTraces(get: Get): Config['traces'] {
  const forTraces = get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const endpoint = forTraces ?? get('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined || get('OTEL_SDK_DISABLED') === 'true' || get('OTEL_TRACES_EXPORTER') === 'none')
    return undefined;
  const protocol = get('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? get('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}": set it to http/protobuf or http/json, and the endpoint to the HTTP port of the collector (usually 4318).`,
    );
  }
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    const name = forTraces === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
    throw new ConfigError(
      `${name} is "${withoutPassword(endpoint)}": set it to an address that begins with http:// or https://, such as http://collector:4318.`,
    );
  }
  return { protocol, ...readSampler(get('OTEL_TRACES_SAMPLER'), get('OTEL_TRACES_SAMPLER_ARG')) };
}

function readSampler(name = 'parentbased_always_on', ratioText = '1'): { isParentBased: boolean; ratio: number } {
  const [, parent, root] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(name) ?? [];
  if (root === undefined) {
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER is "${name}": set it to always_on, always_off or traceidratio, or one of these with parentbased_ before it.`,
    );
  }
  const ratio = Number(ratioText);
  if (root === 'traceidratio' && !(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is "${ratioText}": set it to a number from 0 to 1.`);
  return {
    isParentBased: parent !== undefined,
    ratio: root === 'traceidratio' ? ratio : Number(root === 'always_on'),
  };
}
