import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { endMySession, endOneSession, listMySessions, listSessions } from '../contract.ts'
import { endOtherSessions } from '../contract-security.ts'

type OpenSession = ResponseOf<typeof listMySessions>[number]

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const machineOf = (agent: string | null) => {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(' · ') || t('Unknown program')
}

const SessionRow = ({ session, onEnd }: { session: OpenSession; onEnd: () => Promise<unknown> }) => {
  const end = useMutation({
    mutationFn: onEnd,
    onSuccess: () => queryClient.invalidateQueries(),
    onError: toast.failed,
  })
  return (
    <li className="session">
      <span className="grow">
        <span className="strong">{machineOf(session.user_agent)}</span>
        <span className="small t3 num" title={dateTime(session.seen_at)}>
          {session.ip} · {t('seen {{ago}}', { ago: ago(session.seen_at) })} · {t('signed in {{at}}', { at: dateTime(session.created_at) })}
        </span>
      </span>
      {session.is_current ? (
        <Status tone="done">{t('This one')}</Status>
      ) : (
        <Button loading={end.isPending} onClick={() => end.mutate()}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

const EndOthers = () => {
  const { run, isRunning } = useDeed()
  const end = () => run(() => call(endOtherSessions, { body: {} }), t('You are signed out everywhere else.'))
  return (
    <div>
      <Button loading={isRunning} onClick={end}>
        {t('Sign out everywhere else')}
      </Button>
    </div>
  )
}

/** Says that older sessions ended because this one began. */
const EndedOthers = ({ list }: { list: readonly OpenSession[] }) => {
  const ended = list.find(({ is_current }) => is_current)?.ended_others ?? 0
  return ended > 0 ? (
    <Note tone="attention">
      {t('You were signed in at too many places: {{count}} older sessions ended when you signed in here.', { count: ended })}
    </Note>
  ) : null
}

/** Where somebody else is signed in, for whoever may change their account. */
export const SessionsOf = ({ id }: { id: number }) => (
  <section className="section" aria-label={t('Where they are signed in')}>
    <h2>{t('Where they are signed in')}</h2>
    <FourStates
      of={useQuery(query(listSessions, { params: { id } }))}
      isEmpty={(list) => list.length === 0}
      empty={<p className="t2">{t('Not signed in anywhere.')}</p>}
    >
      {(list) => (
        <ul className="sessions">
          {list.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => call(endOneSession, { params: { id, session: session.id } })} />
          ))}
        </ul>
      )}
    </FourStates>
  </section>
)

/** Where the person is signed in; each of the others, or all of them, can be ended from here. */
export const SessionsPanel = () => (
  <section className="section" aria-label={t('Where I am signed in')}>
    <h2>{t('Where I am signed in')}</h2>
    <FourStates of={useQuery(query(listMySessions))}>
      {(list) => (
        <div className="form-stack">
          <EndedOthers list={list} />
          <ul className="sessions">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => call(endMySession, { params: { id: session.id } })} />
            ))}
          </ul>
          {list.length > 2 && <EndOthers />}
        </div>
      )}
    </FourStates>
  </section>
)
