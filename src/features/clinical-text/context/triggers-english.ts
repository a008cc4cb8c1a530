/**
 * Words that say something of what stands near them. A row: what is said (one or more of negated, possible, historical, hypothetical,
 * family, other, recent, affirmed; none for words that look like it and say nothing), the side of the mention they stand on, how many
 * words may stand between, `list` where a list goes on; or `end` and whose scope ends. YEAR and NUMBER stand for any, END for where a
 * clause or a line ends, COMMA is one. Matched word by word, the longest first, each word once.
 */
export const english = `
negated before 6 list: no, denies, denied, denying, deny, without, w/o, never had, neither, nor, nil, none, zero, absence of, lack of,
  lacks, lacking, free of, free from, fails to reveal, failed to reveal, rules out, ruled out for, was ruled out for, been ruled out for,
  unlikely that, excludes, excluded for, negative for, neg for, -ve for, no sign of, no signs of, no evidence of, no evidence for, no
  evidence to suggest, no indication of, no features of, no symptoms of, no complaint of, no complaints of, no suspicion of, no longer,
  unlikely to be, unlikely to have, not consistent with, not compatible with, not suggestive of, not in keeping with, not associated with,
  not indicative of, not diagnostic of, not typical of, not typical for, not be typical for, not be typical of, not known to have, not
  known to be, no known, rather than, instead of, resolution of, absent
negated before 6 list: mother denies, mother denied, father denies, parents deny, parents denied, wife denies, husband denies
negated before 4 list: not, cannot, can't, isn't, wasn't, aren't, weren't, doesn't, didn't, don't, hasn't, hadn't, haven't, never, nil by
  way of
negated before 7 list: not believe, not think, not feel, not appear to, doubt, not support a diagnosis of, not demonstrate, not reveal,
  not show, not have any, not complain of, not report, not describe, not endorse
negated after 1: none, nil, absent, negative, neg, -ve, (-), is out, unlikely, excluded, ruled out, nad, : no END, - no END, = no END, :
  nil, - nil, : none, - none, : negative, - negative, : neg, - neg, : absent, - absent
negated after 4 list: was ruled out, is ruled out, were ruled out, been ruled out, was excluded, is excluded, been excluded, were
  excluded, is negative, are negative, was negative, were negative, test negative, smear negative, came back negative, turned negative,
  tested negative, is absent, are absent, was absent, were absent, not seen, not identified, not present, not detected, not demonstrated,
  not noted, not found, not visualised, not visualized, not evident, not observed, not reported, not elicited, is not seen, are not seen,
  was not seen, were not seen, are not present, is not present, was not found, is unlikely, was unlikely, seems unlikely, has resolved,
  have resolved, had resolved, resolved, subsided, has subsided, disappeared, is denied, are denied, was denied, were denied
affirmed after 0: present, positive, +ve, ++, (+), : yes, - yes, = yes
before: no increase, no significant change, no significant interval change, no interval change, no change, no change in, no changes, no
  improvement, no improvement in, no worsening, no further worsening, no significant improvement, no doubt, no relief, no help, no idea,
  no less than, no more than, no cause, not only, not just, not merely, not simply, not necessarily, not certain if, not certain whether,
  not sure if, not sure whether, not clear if, not clear whether, not known if, not known whether, not cause, not improve, not improved,
  not improving, not responding, not responded, not settle, not settled, not well controlled, not controlled, not yet, not resolved, not
  resolve, not resolving, not treated, not on, not taking, not worse, not worsening, not changed, without difficulty, without problems,
  without further, without treatment, without improvement, without relief, without change, without any change, with or without, gram
  negative, gram - negative, rhesus negative, rh negative, rh - negative, coagulase negative, coagulase - negative, negative pressure,
  negative feedback, never smoked, no smoking
end negated: but, however, although, though, except, except for, apart from, aside from, other than, besides, which, who, whom, because,
  because of, due to, owing to, secondary to, as a result of, caused by, causing, despite, in spite of, yet, still, nevertheless, instead,
  since, while, whereas, until, then, complains of, complaining of, complained of, c/o, reports, reported, presents, presented,
  presenting, developed, develops, admits, admitted, positive for, +ve for, positive, has been, has had, has a, she has, he has, patient
  has, there is a, shows, showed, reveals, revealed, noted, treated for, treated with, treatment for, medication for, medications for,
  taking, continue, continues, started on, diagnosed with, known diabetic, known hypertensive, known asthmatic, known epileptic, known
  hiv, known case of, a known, is known, known to have, COMMA the patient, COMMA patient, COMMA he, COMMA she, COMMA with, COMMA has, and
  he, and she, and is, and was, and the patient, it is, consistent with, suggestive of, in keeping with, likely, probably, possible,
  possibly, for which, for, given, improved, worsened, increased
possible before 5 list: possible, possibly, probable, probably, presumed, presumptive, presumably, likely, most likely, suspect, suspects,
  suspected, suspecting, suspicious for, suspicious of, suspicion of, suspicion for, high index of suspicion for, query, ?, ??, rule out,
  r/o, to exclude, exclude, cannot exclude, can't exclude, cannot rule out, can't rule out, could not rule out, not rule out, not
  excluded, may be, might be, could be, may have, might have, could have, may represent, might represent, could represent, may reflect,
  could reflect, maybe, perhaps, concern for, concerning for, concern of, concerned about, worrisome for, worried about, suggestive of,
  suggesting, suggests, suggest, questionable, equivocal for, differential, differential diagnosis, differentials, differential includes,
  ddx, dd, d/d, ddx:, impression of ?, versus, vs, vs., consider, considering, possibility of, appears to be, seems to be, compatible
  with, in keeping with, consistent with, evaluate for, to look for, working diagnosis, provisional diagnosis, provisional, tentative, not
  certain if, not certain whether, not sure if, not sure whether, not clear if, unsure if, unsure whether, unclear if, unclear whether,
  question of, ? of
possible after 3: ?, (?), is possible, are possible, was possible, is suspected, was suspected, are suspected, suspected, is likely, was
  likely, is probable, is considered, was considered, was queried, not excluded, not ruled out, not been excluded, not been ruled out,
  cannot be excluded, cannot be ruled out, can not be excluded, can not be ruled out, could not be excluded, could not be ruled out, can't
  be excluded, can't be ruled out, not be excluded, not be ruled out, to be ruled out, to be excluded, must be excluded, needs to be
  excluded, should be excluded, should be ruled out, remains possible, less likely, versus, vs, vs.
end possible: but, however, although, except, therefore, treated for, confirmed, known, for which, who
historical before 8 list: history of, hx of, h/o, hx:, h/o:, past history, past medical history, previous medical history, prior medical
  history, past surgical history, previous history of, past history of, prior history of, known history of, remote history of, long
  history of, medical history of, history significant for, history is significant for, history positive for, history is positive for,
  history remarkable for, history notable for, history includes, history including, history included, history is notable for, pmh, pmhx,
  pmh of, psh, pshx, background of, b/g of, past hx, has had a
historical before 5: status post, s/p, post-op from, previous, previously had, previously diagnosed with, previously treated for, previous
  episode of, prior, former, formerly, ex, remote, in the past had, had in the past, in the past showed, treated in the past for,
  recovered from, survivor of
historical before 2: old, healed
historical after 0: history, hx
historical after 7: in the past, years ago, yrs ago, year ago, months ago, decades ago, as a child, as a teenager, as an infant, in
  childhood, during childhood, in infancy, in his youth, in her youth, in YEAR, back in YEAR, last year, in previous pregnancy, in a
  previous pregnancy, in the previous pregnancy, in previous pregnancies, previously, in the remote past, the last time, when he was, when
  she was, before this admission, at age NUMBER, at the age of, aged NUMBER
before: history of present illness, history of presenting illness, history of presenting complaint, history of the present illness,
  history and physical, history taking, history of presenting complaints, prior to, previous to, years old, year old, year-old, yr old,
  months old, month old, month-old, weeks old, week old, week-old, days old, day old, day-old, no previous, hours old, how old, old age,
  previous visit, previous x-ray, previous study, previous examination, prior study, prior examination, prior exam, previous exam,
  compared to previous, compared to prior, compared with previous, compared with prior, since previous, since prior, as previously,
  previously described, previously seen, previously noted
before: day history of, days history of, days' history of, day's history of, week history of, weeks history of, weeks' history of, week's
  history of, month history of, months history of, months' history of, month's history of, year history of, years history of, hour history
  of, hours history of, day h/o, days h/o, week h/o, weeks h/o, month h/o, months h/o, NUMBER history of, NUMBER hx of, NUMBER h/o, day hx
  of, days hx of, week hx of, weeks hx of, presents with history of, presents with a history of, presented with history of, presented with
  a history of, presenting with history of, presenting with a history of, came with history of, came with a history of, comes with history
  of, came in with history of, complains of history of, recent history of, short history of, acute history of
recent after 6: for NUMBER days, for NUMBER day, for NUMBER weeks, for NUMBER week, for NUMBER /, for NUMBER hours, for the past NUMBER,
  for the last NUMBER, for past NUMBER, for last NUMBER, for a day, for a week, for one day, for two days, for three days, for four days,
  for five days, for one week, for two weeks, for three weeks, x NUMBER, since yesterday, since last night, since this morning, since
  morning, since last week, since monday, since tuesday, since wednesday, since thursday, since friday, since saturday, since sunday,
  NUMBER days ago, NUMBER day ago, yesterday, today, this morning, of NUMBER days duration, of NUMBER weeks duration
end historical: presents, presented, presenting, who presents, who presented, now, currently, at present, today, this morning, complains,
  complaining, complained, c/o, was brought, brought in, brought to, admitted, is admitted, was admitted, who is, who was, but, however,
  recent, recently, recent diagnosis, new, new onset, acute, on examination, o/e
hypothetical before 40 list: if, in case of, in the event of, in case he, in case she, should he, should she, should the patient, should
  you, should there be, should they, whenever, unless, return for, come back for, come back with, return with, call for, call also for,
  alert the physician, watch for, watch out for, look out for, be alert for, monitor for, observe for, check for signs of, danger signs,
  warning signs, return immediately, risk of, risk for, at risk of, at risk for, high risk of, increased risk of, prevent, to prevent,
  prevents, preventing, prevention of, prevention against, prophylaxis, prophylaxis for, prophylaxis against, prophylactic, vaccine
  against, vaccination against, vaccinated against, immunised against, immunized against, immunisation against, immunization against,
  screening for, screen for, screened for, as needed for, prn for, when necessary for, as required for, as if, counselled on, counseled
  on, educated on, education on, advised on, going to, fear of, afraid of
hypothetical after 3: prophylaxis, prevention, vaccine, vaccination, screening, immunisation, immunization
before: if any, as if by, even if, see if, asked if, unsure if, what if
end hypothetical: but, however, otherwise, then, therefore, was found, although, presented, developed
family before 8 list: family history, family history of, family hx, family hx of, fam hx, fhx, fh, f/h, f/h/o, family h/o, familial,
  mother, father, mum, mom, dad, parents, parent, brother, brothers, sister, sisters, sibling, siblings, son, sons, daughter, daughters,
  aunt, uncle, aunts, uncles, cousin, cousins, grandmother, grandfather, grandparents, grandparent, nephew, niece, wife, husband, spouse,
  twin, half-brother, half-sister, stepmother, stepfather, co-wife, relatives, relative, maternal aunt, maternal uncle, in the family,
  runs in the family
family after 4: in the family, runs in the family, in family, in his family, in her family, in mother, in father, in brother, in sister,
  in his mother, in her mother, in the mother, in his father, in her father, in the father, in a sister, in a brother, in his sister, in
  her sister, in his brother, in her brother, in a sibling, in siblings, in a parent, in a relative, in relatives, in both parents, in a
  grandparent, in grandmother, in grandfather, on the mother's side, on the father's side
end family: patient, pt, the patient, this patient, himself, herself, who is under, she has, he has, she is, he is, child has, child had,
  child is, the child, baby has, but he, but she, but patient, presents, presented
before: mother reports, mother reported, mother says, mother said, mother states, mother stated, mother noticed, mother noted, mother
  gave, mother brought, mother complains, mother worried, mother describes, mother noticed that, mother reports that, mother tongue,
  mother to child, mother - to - child, mother & baby, mother and baby, father reports, father reported, father says, father said, father
  states, father noticed, father brought, parents report, parents reported, parents say, parents state, parents noticed, parents brought,
  wife reports, wife says, wife states, wife noticed, husband reports, husband says, husband states, husband noticed, daughter reports,
  daughter says, daughter states, son reports, son says, son states, by mother, by the mother, by his mother, by her mother, by father, by
  the father, by his father, by her father, by parents, by his parents, by her parents, by husband, by her husband, by wife, by his wife,
  by son, by his son, by her son, by daughter, by his daughter, by her daughter, by brother, by his brother, by her brother, by sister, by
  his sister, by her sister, by a relative, by relatives, by his family, by her family, per mother, per father, per parents, per wife, per
  husband, according to mother, according to the mother, according to his mother, according to her mother, according to father, according
  to parents, according to wife, according to the wife, according to his wife, according to husband, according to her husband, from
  mother, from the mother, from parents, from father, informant : mother, informant mother, with his mother, with her mother, with mother,
  with his wife, with her husband, lives with, accompanied by, next of kin, next of kin :
other before 8 list: neighbour, neighbours, neighbor, neighbors, donor, donors, roommate, roommates, friend, friends, colleague,
  colleagues, classmate, classmates, partner, partners, housemate, room-mate, exposed to, exposure to, contact with, in contact with,
  close contact with, contact of, contact of a, sick contact, household contact with, lives with, living with someone with, lives with
  someone with
other after 2: contact, contacts, exposure, outbreak
before: living with hiv, lives with hiv, contact dermatitis, partner reports, friend reports, by a friend, by friends, by neighbour, by
  neighbours, by a neighbour, exposure to sun, no sick contacts, no sick contact, exposed to cold, exposure to cold
end other: patient, pt, the patient, now, presents, presented, but, she has, he has, she developed, he developed, developed
`
