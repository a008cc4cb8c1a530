import { Button, Kbd, Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import type { Invoice } from '../bill-types.ts'
import { useDocuments } from '../use-documents.ts'

/** Prints a bill, on the paper that is chosen. */
export const PrintMenu = ({ bill }: { bill: Invoice }) => {
  const { paper, printInvoice } = useDocuments()
  useKeys([{ keys: 'R', label: t('Print bill'), run: () => printInvoice(bill.id) }])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} rightSection={<Kbd className="not-phone">R</Kbd>} aria-keyshortcuts="R">
          {t('Print')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Every print after the first is marked as a duplicate.')}</Menu.Label>
        {(['a4', '80mm'] as const).map((on) => (
          <Menu.Item key={on} onClick={() => printInvoice(bill.id, on)}>
            {on === 'a4' ? t('On A4') : t('On 80 mm roll')}
            {paper === on && <span className="t3"> · {t('last used')}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
