import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileText, IconMessageQuestion, IconUserQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { ApiError, query } from '#web/api.ts'
import { age, date, dayOf, fullName } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { session } from '#web/session.ts'
import { getProfile } from '#web/shell-calls.ts'
import { useStore } from '#web/store.ts'
import { Empty, Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { MyPrescriptions } from './my-prescriptions.tsx'

type Profile = ResponseOf<typeof getProfile>

const genders: Record<Profile['gender'], string> = { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' }

const Facts = ({ title, rows }: { title: string; rows: readonly (readonly [string, ReactNode])[] }) => (
  <section className="section" aria-label={title}>
    <h2>{title}</h2>
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value || <span className="t3">{t('not recorded')}</span>}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const Documents = () => (
  <section className="section" aria-label={t('My documents')}>
    <h2>{t('My documents')}</h2>
    <p>{t('Letters, reports and results: read what the clinic has, and send what it should see.')}</p>
    <Button component={Link} to="/patient-overview/documents" leftSection={<IconFileText size={18} aria-hidden />}>
      {t('Open my documents')}
    </Button>
  </section>
)

const Questions = () => (
  <section className="section" aria-label={t('Ask about my record')}>
    <h2>{t('Ask about my record')}</h2>
    <p>{t('Your appointments, documents, allergies and details: ask in plain words, and read the answer from your record.')}</p>
    <Button component={Link} to="/patient-overview/assistant" leftSection={<IconMessageQuestion size={18} aria-hidden />}>
      {t('Ask a question')}
    </Button>
  </section>
)

const Record = ({ profile }: { profile: Profile }) => (
  <>
    <Facts
      title={t('My details')}
      rows={[
        [
          t('Patient number'),
          <span key="number" className="num">
            {profile.unique_id}
          </span>,
        ],
        [t('Date of birth'), profile.date_of_birth && `${date(profile.date_of_birth)} (${age(profile.date_of_birth)})`],
        [t('Sex'), t(genders[profile.gender])],
        [t('Telephone'), profile.phone],
        [t('E-mail'), profile.email],
        [t('Residence'), profile.residence],
        [t('Last visit'), profile.last_visit_at && dayOf(profile.last_visit_at)],
      ]}
    />
    <section className="section" aria-label={t('My allergies')}>
      <h2>{t('My allergies')}</h2>
      {profile.allergies.length === 0 ? (
        <p>{t('None is recorded. Tell the staff if you have one.')}</p>
      ) : (
        <div className="row wrap">
          {profile.allergies.map(({ id, substance, reaction }) => (
            <Status key={id} tone="critical" chip>
              {[substance, reaction].filter(Boolean).join(': ')}
            </Status>
          ))}
        </div>
      )}
    </section>
    {profile.insurances.length > 0 && (
      <Facts title={t('My insurance')} rows={profile.insurances.map(({ name, member_number }) => [name, member_number] as const)} />
    )}
    {profile.next_of_kin.length > 0 && (
      <Facts
        title={t('My next of kin')}
        rows={profile.next_of_kin.map(
          (kin) => [fullName(kin), [kin.relationship, kin.contact?.tel_no].filter(Boolean).join(', ')] as const,
        )}
      />
    )}
  </>
)

/** What a patient sees first: their own record, once the desk has matched it with the account. */
export const PatientOverviewPage = () => {
  const { user } = useStore(session)
  const asked = useQuery(query(getProfile, { query: { userId: user?.user_id } }))
  const { data, error } = asked
  const isUnlinked = error instanceof ApiError && error.status === 404
  return (
    <Page title={data ? fullName(data) : t('Welcome, {{name}}', { name: user?.first_name ?? '' })} narrow>
      {data ? (
        <>
          <Stale error={error} from={asked.dataUpdatedAt} />
          <MyPrescriptions />
          <Documents />
          <Questions />
          <Record profile={data} />
        </>
      ) : isUnlinked ? (
        <Empty icon={IconUserQuestion} title={t('Your account is not linked to your record yet')}>
          {t('The reception desk links it. Show them your name and e-mail address at your next visit, or call the clinic.')}
        </Empty>
      ) : error ? (
        <Failed error={error} retry={() => void asked.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
