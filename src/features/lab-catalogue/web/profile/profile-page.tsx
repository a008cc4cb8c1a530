import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { createProfile, getProfile, updateProfile, type Profile } from '#features/lab-catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import styles from '../lab-catalogue.module.css'

const ProfileForm = lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileForm }))

const back = () => ({ to: '/dashboard/laboratory/catalogue/profiles', label: t('Profiles') })

/** The tests of a profile, for those who may read it and no more. */
const Tests = ({ profile }: { profile: Profile }) => (
  <section className="panel" aria-label={t('Tests')}>
    <ol className={`lined ${styles.order}`}>
      {profile.panels.map(({ id, code, name }, at) => (
        <li className="in-row gap-4" key={id}>
          <span className={`num t3 ${styles.place}`}>{at + 1}</span>
          <span className={`num t2 ${styles.code}`}>{code}</span>
          <Link className="link" to={`/dashboard/laboratory/catalogue/panels/${id}`}>
            {name}
          </Link>
        </li>
      ))}
    </ol>
  </section>
)

const KnownProfile = ({ id }: { id: number }) => {
  const { can } = useRights()
  const asked = useQuery(query(getProfile, { params: { id } }))
  const profile = asked.data
  if (isMissing(asked)) return <NoSuchDocument title={t('Profile not found')} {...back()} />
  return (
    <div className={`page-body narrow ${styles.page}`}>
      <DocumentHead
        title={profile?.name ?? '\u00a0'}
        status={profile && !profile.is_active && <Status tone="inactive">{t('Inactive')}</Status>}
        sub={profile?.code}
        back={back()}
      />
      <FourStates query={asked} loading={<Loading rows={10} height={28} />}>
        {(data) => (
          <Suspense fallback={<Loading rows={10} height={28} />}>
            {can(updateProfile) ? <ProfileForm key={data.id} profile={data} /> : <Tests profile={data} />}
          </Suspense>
        )}
      </FourStates>
    </div>
  )
}

/** A set of tests that is asked for together, in the order of its report. */
export const ProfilePage = () => {
  const { can } = useRights()
  const isNew = useParams()['id'] === 'new'
  const id = useIdInAddress()
  if (isNew && can(createProfile))
    return (
      <div className={`page-body narrow ${styles.page}`}>
        <DocumentHead title={t('New profile')} back={back()} />
        <Suspense fallback={<Loading rows={10} height={28} />}>
          <ProfileForm profile={null} />
        </Suspense>
      </div>
    )
  return id === 0 ? <NoSuchDocument title={t('Profile not found')} {...back()} /> : <KnownProfile key={id} id={id} />
}
