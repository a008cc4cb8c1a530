import { nameRows } from './rows.ts'

/** Eye, ear and skin: name; ICD-10; other names. */
export const senses = nameRows(`
stye; H00.0; hordeolum, orgelet
chalazion; H00.1; eyelid cyst
blepharitis; H01.0; inflamed eyelids
xanthelasma of eyelid; H02.6;
has watering eyes; H04.2;
pink eye disease; H10.0;
allergic conjunctivitis; H10.1; itchy eyes, vernal conjunctivitis, eye allergy
conjunctivitis; H10.9; pink eye, red eye, eye infection, conjonctivite
pterygium; H11.0; growth on the eye
corneal ulcer; H16.0; ulcer of the eye
keratitis; H16.9; inflamed cornea
iritis; H20.9; uveitis, iridocyclitis
cataract; H26.9; mtoto wa jicho, cataracte
glaucoma; H40.9; high eye pressure, glaucome
short sight; H52.1; myopia
presbyopia; H52.4; old age sight
refractive error; H52.7; poor eyesight
diplopia; H53.2; double vision
nyctalopia; H53.6;
blurred vision; H53.8;
visual disturbance; H53.9;
blindness of both eyes; H54.0; upofu
congenital blindness; H54.0;
nystagmus; H55;
abnormal pupil reflex; H57.0;
eye pain; H57.1; sore eye, ocular pain
acute otitis externa; H60.5;
outer ear infection; H60.9; otitis externa, swimmer ear
impacted cerumen; H61.2;
glue ear; H65.9; otitis media with effusion
acute middle ear infection; H66.0; acute otitis media, AOM, ear infection
chronic discharging ear; H66.3; chronic suppurative otitis media, CSOM, ear discharge, discharge from the ear, pus from the ear
middle ear infection; H66.9; otitis media, otite
otitis; H66.9;
positional vertigo; H81.1; BPPV
inner ear vertigo; H81.9; vestibular disorder, meniere
congenital deafness; H90.5;
hearing loss; H91.9; deafness, deaf, kiziwi
earache; H92.0; otalgia, ear pain, maumivu ya sikio
earache symptoms; H92.0;
ringing in the ears; H93.1; tinnitus
staphylococcal scalded skin syndrome; L00; Ritter's disease, dermatitis exfoliativa neonatorum
impetigo; L01.0; school sores
secondary impetiginization; L01.1; impetiginisation, secondary impetiginization of skin
abscess of skin; L02.9; furuncle, carbuncle, jipu, abcès
skin abscess; L02.9;
furunculosis; L02.9;
acute abscess; L02.9;
infection around a nail; L03.0; paronychia, whitlow, infected finger
cellulitis; L03.9; skin infection, soft tissue infection, cellulite infectieuse
acute lymph node infection; L04.9; lymphadenitis
acute lymphadenitis; L04.9;
pilonidal cyst; L05.9;
erythrasma; L08.1;
infected skin; L08.9; pyoderma, pyogenic skin infection, chronic septic dermatitis
infection of skin; L08.9; dermatosis
pemphigus vulgaris; L10.0;
pemphigus foliaceus; L10.2;
bullous pemphigoid; L12.0;
benign mucous membrane pemphigoid; L12.1; cicatricial pemphigoid, benign mucosal pemphigoid, mucosynechia atrophic bullous dermatitis
dermatitis herpetiformis; L13.0;
subcorneal pustular dermatosis; L13.1;
atopic eczema; L20.9; atopic dermatitis, eczema of childhood, pumu ya ngozi
atopic dermatitis and related condition; L20.9;
seborrhoeic dermatitis; L21.9; dandruff, cradle cap
nappy rash; L22; diaper rash, diaper dermatitis
allergic contact dermatitis; L23.9; contact allergy
irritant contact dermatitis; L24.9; irritant dermatitis
contact dermatitis; L25.9; skin irritation, contact eczema
drug rash; L27.0; drug eruption, skin reaction to medicine
fixed drug eruption; L27.1; fixed pigmented erythema
lichen simplex chronicus; L28.0;
prurigo nodularis; L28.1;
pruritus ani; L29.0;
pruritus of vulva; L29.2;
paraneoplastic pruritus; L29.8; paraneoplastic itch
itching; L29.9; pruritus, itchy skin, kuwashwa, prurit, itching of skin
nummular eczema; L30.0; exudative neurodermatitis
dyshidria; L30.1;
pityriasis alba; L30.5;
eczema; L30.9; dermatitis, ukurutu
plaque psoriasis; L40.0; discoid psoriasis
guttate psoriasis; L40.4;
psoriasis; L40.9; scaly skin disease
acute lichenoid pityriasis; L41.0;
small plaque pparapsoriasis; L41.3;
large plaque parapsoriasis; L41.4;
pityriasis rosea; L42; herald patch
hypertrophic lichen planus; L43.0;
actinic lichen planus; L43.8; lichen planus actinicus
lichen planus; L43.9;
pityriasis rubra pilaire; L44.0;
lichen nitidus; L44.1;
lichen striatus; L44.2;
dermatographic urticaria; L50.3;
cholinergic angio-oedema-urticaria; L50.5;
chronic urticaria; L50.8;
hives; L50.9; urticaria, nettle rash, urticaire, wheal
Stevens-Johnson syndrome; L51.1; SJS
toxic epidermal necrolysis; L51.2;
erythema multiforme; L51.9;
erythema nodosum; L52;
sunburn erythema; L55.0;
sunburn with blisters or exudation; L55.1;
solar urticaria; L56.3;
actinic keratosis; L57.0;
radiation dermatitis; L58.9; radiodermatitis
ingrown toenail; L60.0; ingrowing nail, ingrown nail
onycholysis; L60.1;
dystrophia unguium; L60.3; nail dystrophy
disease of nail; L60.9; nail disorder
alopecia totalis; L63.0;
alopecia universalis; L63.1;
ophiasis; L63.2;
alopecia areata; L63.9; pelade
male pattern alopecia; L64.9; androgenetic alopecia
telogen effluvium; L65.0;
traumatic alopecia; L65.8;
pseudopelade; L66.0;
lichen planopilaris; L66.1;
folliculitis decalvans; L66.2;
scarring alopecia; L66.9; cicatricial alopecia
hirsutism; L68.0;
hypertrichosis; L68.9;
acne; L70.0; pimples, acne vulgaris, chunusi
papulopustular acne vulgaris; L70.0; superficial inflammatory acne vulgaris
acne conglobata; L70.1;
excoriated acne; L70.5;
retentional acne; L70.8;
inflammatory acne; L70.8;
steroid-induced acne; L70.8;
perioral dermatitis; L71.0;
rosacea; L71.9;
epidermoid cyst; L72.0;
sebaceous cyst; L72.1; trichilemmal cyst, skin cyst
acne keloid; L73.0; acne keloidalis
pseudofolliculitis barbae; L73.1;
hidradenitis suppurativa; L73.2;
folliculitis; L73.9; infected hair roots
miliaria crystallina; L74.1;
bromhidrosis; L75.0;
Fox-Fordyce disease; L75.2; apocrine miliaria
vitiligo; L80; white patches of skin
chloasma; L81.1;
ephelides; L81.2; ephelis, freckle
cafe-au-lait spots; L81.3;
frictional melanosis; L81.4;
acanthosis nigricans; L83;
corns and calluses; L84; callosity
corns and callus; L84;
keratoderma punctata; L85.2;
asteatosis cutis; L85.3; xerosis cutis
hyperkeratosis follicularis in cutem penetrans; L87.0; Kyrle's disease, hyperkeratosis penetrans
elastosis perforans serpiginosa; L87.2; elastosis
pyoderma gangrenosum; L88;
pressure sore; L89.9; bedsore, decubitus ulcer
lichen sclerosus et atrophicus; L90.0;
acrodermatitis atrophicans chronica; L90.4;
skin striae; L90.6; striae atrophicae, stretch marks
skin atrophy; L90.9; atrophic condition of skin
keloid; L91.0; hypertrophic scar, keloid scar, hypertrophic cicatrix
molluscum fibrosum pendulum; L91.8; molluscum pendulum
skin tag; L91.8; achrocordon
hypertrophic condition of skin; L91.9; hypertrophic disorder of skin
granuloma annulare; L92.0;
necrobiosis lipoidica; L92.1;
foreign body granuloma of skin; L92.3;
discoid lupus erythematosus; L93.0;
subacute cutaneous lupus erythematosus; L93.1; subacute CLE
cutaneous lupus erythematosus; L93.2;
morphea; L94.0;
linear morphoea; L94.1; linear scleroderma
calcinosis cutis; L94.2;
sclerodactyly; L94.3;
ainhum; L94.6;
leg ulcer; L97; ulcer of lower limb, tropical ulcer, ulcer of lower extremity
pyogenic granuloma; L98.0;
dermatitis factitia; L98.1; factitial dermatitis
mucinosis of skin; L98.5;
skin disorder; L98.9; skin disease, rash disease
`)
