import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import type { CounterLine } from './counter-types.ts'
import { type Action, actionKeys, actionLabel } from './line-actions.ts'
import styles from './lines.module.css'

/** What can be done with a line besides handing it out, each with its key. */
export const LineMenu = ({ line, onAction }: { line: CounterLine; onAction: (action: Action) => void }) => {
  const actions: Action[] = line.batches.length > 1 ? ['substitute', 'batches', 'refuse'] : ['substitute', 'refuse']
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={styles.actions}
          variant="default"
          size="var(--k-control)"
          aria-label={t('More actions for {item}', { item: line.item_name })}
        >
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action}
            rightSection={<kbd className="small t3 not-phone">{keyLabel(actionKeys[action])}</kbd>}
            onClick={() => onAction(action)}
          >
            {`${actionLabel(action)}…`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
