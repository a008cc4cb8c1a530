import { t } from '#web/i18n.ts'
import type { WorkspaceOnScreen } from './use-workspace.ts'

const MANY = 4
const listed = (names: readonly string[]) =>
  names.length > MANY ? `${names.slice(0, MANY).join(', ')} ${t('and {{count}} more', { count: names.length - MANY })}` : names.join(', ')

/** Why the patient came, what they are known to have, and what they take: above the note. */
export const KnownStrip = ({ reason, problems, medicines }: { reason: string } & Pick<WorkspaceOnScreen, 'problems' | 'medicines'>) => {
  const active = problems.filter(({ status }) => status === 'active').map(({ title }) => title)
  const taken = [...new Set((medicines ?? []).map(({ name }) => name))]
  return (
    <dl className="known-strip small">
      <div>
        <dt>{t('Came for')}</dt>
        <dd>{reason}</dd>
      </div>
      {active.length > 0 && (
        <div title={active.join(', ')}>
          <dt>{t('Has')}</dt>
          <dd>{listed(active)}</dd>
        </div>
      )}
      {taken.length > 0 && (
        <div title={taken.join(', ')}>
          <dt>{t('Takes')}</dt>
          <dd>{listed(taken)}</dd>
        </div>
      )}
    </dl>
  )
}
