import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconDots, IconPlus, IconPrinter, type Icon } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'

interface Props {
  may: { count: boolean; cancel: boolean; reject: boolean }
  onAdd: () => void
  onPrint: () => void
  onCancel: () => void
  onReject: () => void
}
interface Tool {
  label: string
  icon: Icon
  run: () => void
  hasSign: boolean
}

/** What else can be done with a count: buttons in a row, or one menu where there is no room. */
export const CountTools = ({ may, onAdd, onPrint, onCancel, onReject }: Props) => {
  const all: (Tool | false)[] = [
    may.count && { label: t('Add a batch'), icon: IconPlus, run: onAdd, hasSign: true },
    { label: t('Print'), icon: IconPrinter, run: onPrint, hasSign: true },
    may.cancel && { label: t('Cancel the count'), icon: IconBan, run: onCancel, hasSign: false },
    may.reject && { label: t('Send back'), icon: IconArrowBackUp, run: onReject, hasSign: false },
  ]
  const tools = all.filter((tool) => tool !== false)
  return (
    <>
      {tools.map(({ label, icon: Sign, run, hasSign }) => (
        <Button key={label} className="not-phone" leftSection={hasSign ? <Sign size={16} aria-hidden /> : undefined} onClick={run}>
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className="only-phone count-more" variant="default" size="var(--k-control)" aria-label={t('More')}>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map(({ label, icon: Sign, run }) => (
            <Menu.Item key={label} leftSection={<Sign size={16} stroke={1.5} aria-hidden />} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
