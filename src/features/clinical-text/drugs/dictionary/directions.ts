/** Words of which directions are made, besides numbers: where another word comes, they are at their end. */
export const directionWords = `
mg mgs g gm gms gram grams mcg microgram micrograms milligram milligrams ml mls iu unit units mmol meq tab tabs tablet tablets cap caps capsule capsules pill
pills drop drops puff puffs spray sprays sachet sachets vial vials amp amps ampoule ampoules patch patches suppository suppositories pessary
pessaries teaspoon teaspoons tsp tablespoon spoonful application applications dose doses kg lozenge lozenges
od bd bid tds tid qds qid qd qhs hs stat nocte mane prn sos eod daily weekly monthly hourly fortnightly once twice thrice times time day days week weeks
month months hour hours hr hrs hrly every each per q q4h q6h q8h q12h q24h q4hrly q6hrly q8hrly morning evening night bedtime noon midday am pm
alternate other needed required necessary as directed
po iv im sc subcut subcutaneously sl pr pv orally oral mouth by intravenously intravenous intramuscular intramuscularly subcutaneous rectally
topically inhaled nebulised nebulized sublingual sublingually nasal nasally eye eyes ear ears both left right via vaginally top inh neb
before after with without food meal meals breakfast lunch dinner supper empty stomach water milk
x for at of a the in on to then until max maximum up half one two three four five six seven eight nine ten twelve fourteen slow slowly over
pain fever headache cough nausea vomiting itching wheeze start started continue take taken apply give given p o i v m s c b d t q n r h
`
/** Words that say nothing alone. */
export const emptyDirections = `x for at of a the in on to then by with as via up start started continue take taken apply give given before after one both other`

/** What stands before the name of a drug: its form. */
export const formWords = `
tab tabs tablet tablets cap caps capsule capsules inj injection injections syr syrup syp susp suspension iv im po oral supp cream ointment oint gel drops
neb nebs nebulised nebulized inhaler mdi rx t c
`
