import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { endMySession, getMe, listMySessions, updateMe } from '../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/api.ts'
import { useEndpointForm } from '#web/form.ts'
import { ago, dateTime, fullName } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'

type Me = ResponseOf<typeof getMe>
type MySession = ResponseOf<typeof listMySessions>[number]

const MyName = ({ me }: { me: Me }) => {
  const mine = useEndpointForm(updateMe, {
    initialValues: { first_name: me.first_name, last_name: me.last_name, phone: me.phone ?? '' },
    onSaved: () => toast.done(t('Saved')),
    draftKey: 'profile',
  })
  const { getInputProps } = mine.form
  return (
    <EndpointForm of={mine} save={t('Save')}>
      <FormSection title={t('My name and telephone')}>
        <TextInput label={t('First name')} autoComplete="given-name" required {...getInputProps('first_name')} />
        <TextInput label={t('Last name')} autoComplete="family-name" required {...getInputProps('last_name')} />
        <TextInput label={t('Telephone')} type="tel" autoComplete="tel" {...getInputProps('phone')} />
      </FormSection>
    </EndpointForm>
  )
}

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

const SessionRow = ({ session }: { session: MySession }) => {
  const end = useMutation({
    mutationFn: () => call(endMySession, { params: { id: session.id } }),
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

/** One's own account: name, telephone, password, and where one is signed in. */
export const ProfilePage = () => {
  const me = useQuery(query(getMe))
  const sessions = useQuery(query(listMySessions))
  return (
    <FourStates of={me}>
      {(account) => (
        <Page
          title={fullName(account)}
          sub={`${account.email} · ${account.groups.map(({ name }) => name).join(', ')}`}
          narrow
          actions={
            <Button component={Link} to="/dashboard/profile/password">
              {t('Change password')}
            </Button>
          }
        >
          <MyName me={account} />
          <section className="section" aria-label={t('Where I am signed in')}>
            <h2>{t('Where I am signed in')}</h2>
            <FourStates of={sessions}>
              {(list) => (
                <ul className="sessions">
                  {list.map((session) => (
                    <SessionRow key={session.id} session={session} />
                  ))}
                </ul>
              )}
            </FourStates>
          </section>
        </Page>
      )}
    </FourStates>
  )
}
