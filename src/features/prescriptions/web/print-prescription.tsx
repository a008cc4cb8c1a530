import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPrinter } from '@tabler/icons-react'
import { download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useRights } from '#web/session/rights.ts'
import { getPrescriptionPdf } from '../contract.ts'

/** Opens a prescription as PDF, in plain words, in a tab of its own. */
const print = (id: number, diagnosis?: 'false') =>
  void download(getPrescriptionPdf, { params: { id }, query: diagnosis ? { diagnosis } : {} }, { open: true }).catch(toast.failed)

/** Prints a prescription; without the diagnosis where the patient does not want others to read it. */
export const PrintPrescription = ({ id, className }: { id: number; className?: string | undefined }) => {
  const { allowed } = useRights()
  return (
    <Button.Group>
      <Button className={className} leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => print(id)}>
        {t('Print')}
      </Button>
      {allowed('consultations.view') && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('Print options')}>
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => print(id, 'false')}>{t('Print without the diagnosis')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  )
}
