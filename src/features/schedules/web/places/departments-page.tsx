import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Page } from '#web/ui/page.tsx'
import { listRooms } from '#features/schedules/contract.ts'
import { DepartmentsPanel } from './departments-panel.tsx'
import { RoomsPanel } from './rooms-panel.tsx'
import './departments.css'

/** The departments of the clinic and the rooms, beds and benches that belong to them. */
export const DepartmentsPage = () => {
  const { can } = useRights()
  return (
    <Page title={t('Departments and rooms')}>
      <section className="departments-part" aria-label={t('Departments')}>
        <h2>{t('Departments')}</h2>
        <DepartmentsPanel />
      </section>
      {can(listRooms) && (
        <section className="departments-part" aria-label={t('Rooms')}>
          <h2>{t('Rooms')}</h2>
          <RoomsPanel isSecond />
        </section>
      )}
    </Page>
  )
}
