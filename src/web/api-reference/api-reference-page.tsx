import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { query } from '../calls/api.ts'
import { NotYours } from '../frame/refusals.tsx'
import { t } from '../i18n.ts'
import { session } from '../session/session.ts'
import { useStore } from '../state/store.ts'
import { Empty, FourStates } from '../ui/four-states.tsx'
import { Page } from '../ui/page.tsx'
import { ApiCallRow } from './api-call.tsx'
import { byTag, callsIn, getSchema, matching, type OpenApi } from './open-api.ts'
import { lexer, type Token, type Tokens } from 'marked'
import text from '../../../docs/api.md?raw'
import styles from './api-reference.module.css'

const inline = (tokens: Token[] = []): ReactNode[] => tokens.map((token, at) => <Inline key={at} token={token} />)

/** A piece of a line. Addresses of other files of the project lead nowhere from here: their words stay, without a link. */
const Inline = ({ token }: { token: Token }): ReactNode => {
  if (token.type === 'strong') return <b>{inline(token.tokens)}</b>
  if (token.type === 'em') return <i>{inline(token.tokens)}</i>
  if (token.type === 'codespan') return <code>{(token as Tokens.Codespan).text}</code>
  if (token.type === 'link') return <span>{inline(token.tokens)}</span>
  if ('tokens' in token && token.tokens) return <>{inline(token.tokens)}</>
  return 'text' in token ? (token.text as string) : token.raw
}

const Table = ({ table }: { table: Tokens.Table }) => (
  <table>
    <thead>
      <tr>
        {table.header.map((cell, at) => (
          <th key={at} scope="col">
            {inline(cell.tokens)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {table.rows.map((row, at) => (
        <tr key={at}>
          {row.map((cell, column) =>
            column === 0 ? (
              <th key={column} scope="row">
                {inline(cell.tokens)}
              </th>
            ) : (
              <td key={column}>{inline(cell.tokens)}</td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

const Block = ({ token }: { token: Token }): ReactNode => {
  if (token.type === 'heading') return <h3>{inline(token.tokens)}</h3>
  if (token.type === 'code') return <pre>{(token as Tokens.Code).text}</pre>
  if (token.type === 'table') return <Table table={token as Tokens.Table} />
  if (token.type === 'list')
    return (
      <ul>
        {(token as Tokens.List).items.map((item, at) => (
          <li key={at}>{inline(item.tokens)}</li>
        ))}
      </ul>
    )
  return token.type === 'paragraph' ? <p>{inline(token.tokens)}</p> : null
}

/** docs/api.md without its title: how to sign in, page, save and retry, with examples. */
const Guide = () => (
  <div className={`break-anywhere ${styles.guide}`}>
    {lexer(text)
      .slice(1)
      .map((token, at) => (
        <Block key={at} token={token} />
      ))}
  </div>
)

const FREED_AFTER_MS = 60_000

const save = (document_: OpenApi) => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: 'kliniki-openapi.json' }).click()
  setTimeout(() => URL.revokeObjectURL(url), FREED_AFTER_MS)
}

const Calls = ({ schema }: { schema: OpenApi }) => {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const all = useMemo(() => callsIn(schema), [schema])
  const found = useMemo(() => byTag(matching(all, wanted)), [all, wanted])
  return (
    <>
      <details className={`section ${styles.tag}`} data-part="api-tag" open>
        <summary>
          <h2>{t('Guide: sign-in, paging, saving, retries')}</h2>
        </summary>
        <Guide />
      </details>
      <div className="row wrap">
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t('Search path, words or permission')}
          placeholder={t('Search path, words or permission')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span className="t3 num" role="status">
          {t('{n} of {of} endpoints', { n: found.reduce((sum, [, calls]) => sum + calls.length, 0), of: all.length })}
        </span>
      </div>
      {found.length === 0 && (
        <Empty title={t('No matching endpoints')} action={<Button onClick={() => setText('')}>{t('Show all')}</Button>} />
      )}
      {found.map(([tag, calls]) => (
        <section key={tag} className={`section ${styles.tag}`} data-part="api-tag" aria-label={tag}>
          <h2>{tag}</h2>
          {calls.map((call) => (
            <ApiCallRow key={call.id} call={call} document={schema} />
          ))}
        </section>
      ))}
    </>
  )
}

const Reference = () => {
  const schema = useQuery({ ...query(getSchema), staleTime: Infinity })
  return (
    <Page
      title={t('API reference')}
      sub={schema.data && `${schema.data.info.title} ${schema.data.info.version} · OpenAPI 3.1`}
      actions={
        schema.data && (
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => save(schema.data)}>
            {t('Download as JSON')}
          </Button>
        )
      }
    >
      <FourStates query={schema}>{(data) => <Calls schema={data} />}</FourStates>
    </Page>
  )
}

/** Every call of the API, as the server describes itself: for staff. */
export const ApiReferencePage = () => {
  const { user } = useStore(session)
  return user?.role === 'patient' ? <NotYours /> : <Reference />
}
