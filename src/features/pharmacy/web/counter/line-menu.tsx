import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import type { CounterLine } from './counter-types.ts'
import { type Deed, deedKeys, deedWord } from './line-deeds.ts'
import styles from './lines.module.css'

/** What can be done with a line besides handing it out, each with its key. */
export const LineMenu = ({ of: line, onDeed }: { of: CounterLine; onDeed: (deed: Deed) => void }) => {
  const deeds: Deed[] = line.batches.length > 1 ? ['substitute', 'batches', 'refuse'] : ['substitute', 'refuse']
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={styles.deeds}
          variant="default"
          size="var(--k-control)"
          aria-label={t('More about {{item}}', { item: line.item_name })}
        >
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds.map((deed) => (
          <Menu.Item
            key={deed}
            rightSection={<kbd className="small t3 not-phone">{keyLabel(deedKeys[deed])}</kbd>}
            onClick={() => onDeed(deed)}
          >
            {`${deedWord(deed)}…`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
