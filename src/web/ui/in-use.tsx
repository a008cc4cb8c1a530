import { Switch } from '@mantine/core'
import { t } from '../i18n.ts'
import { Status } from './status.tsx'

/** Whether something may be chosen for new work. */
export const InUse = ({ active }: { active: boolean }) =>
  active ? <Status tone="done">{t('Active')}</Status> : <Status tone="inactive">{t('Inactive')}</Status>

/** Shows what is out of use as well; `inactive` is the filter of the address: '1' or none. */
export const OutOfUseSwitch = ({ inactive, set }: { inactive: '1' | undefined; set: (change: { inactive: string }) => void }) => (
  <Switch
    label={t('Show inactive')}
    checked={inactive !== undefined}
    onChange={(event) => set({ inactive: event.currentTarget.checked ? '1' : '' })}
  />
)
