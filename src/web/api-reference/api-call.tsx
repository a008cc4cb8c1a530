import { t } from '../i18n.ts'
import type { ApiCall, Parameter } from './open-api.ts'

const Schema = ({ title, schema }: { title: string; schema: unknown }) => (
  <details className="api-schema">
    <summary>{title}</summary>
    <pre>{JSON.stringify(schema, null, 2)}</pre>
  </details>
)

const typeOf = ({ schema = {} }: Parameter): string => {
  const { type, enum: choices, anyOf } = schema as { type?: string; enum?: unknown[]; anyOf?: { type?: string }[] }
  if (choices) return choices.map(String).join(' | ')
  return (
    type ??
    (anyOf ?? [])
      .map((one) => one.type)
      .filter(Boolean)
      .join(' | ')
  )
}

const Parameters = ({ of }: { of: Parameter[] }) => (
  <table className="api-parameters">
    <thead>
      <tr>
        <th scope="col">{t('Parameter')}</th>
        <th scope="col">{t('Place')}</th>
        <th scope="col">{t('Kind')}</th>
      </tr>
    </thead>
    <tbody>
      {of.map((parameter) => (
        <tr key={`${parameter.in} ${parameter.name}`}>
          <th scope="row">
            <code>{parameter.name}</code>
            {parameter.required && <span className="t3"> {t('required')}</span>}
          </th>
          <td>{parameter.in}</td>
          <td>{typeOf(parameter)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const accessWord = (access: string) =>
  access === 'public'
    ? t('everybody')
    : access === 'signed-in'
      ? t('whoever is signed in')
      : access === 'patient'
        ? t('patients, about themselves')
        : access

/** One call: method, path, what it does and for whom; the rest unfolds. */
export const ApiCallRow = ({ call: { id, method, path, summary, access, parameters, bodies, replies } }: { call: ApiCall }) => (
  <details className="api-call" id={id}>
    <summary>
      <b className="api-method" data-method={method}>
        {method}
      </b>
      <code className="api-path">{path}</code>
      <span className="grow t2 api-summary">{summary}</span>
      <span className="small t3 api-access">{accessWord(access)}</span>
    </summary>
    <div className="api-body">
      {parameters.length > 0 && <Parameters of={parameters} />}
      {bodies.map(({ type, schema }) => (
        <Schema key={type} title={t('Body, {{type}}', { type })} schema={schema} />
      ))}
      {replies.map(({ status, type, schema }) =>
        schema === undefined ? (
          <p key={status} className="t2 num">
            {t('Answers {{status}} without a body', { status })}
          </p>
        ) : (
          <Schema key={`${status} ${type}`} title={t('Answers {{status}}, {{type}}', { status, type })} schema={schema} />
        ),
      )}
    </div>
  </details>
)
