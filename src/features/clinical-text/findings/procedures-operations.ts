/** Operations and what is done with the hands or with instruments. */
export const operations = `
appendicectomy: appendectomy, appendisectomy
caesarean section: cesarean section, caesarian section, cesarian section, caesarean delivery, cesarean delivery, c-section, c section, caesarean, cesarean, caesarian, caeserian section, csection, lower segment caesarean section | C/S, LSCS, CS, EMCS, ELCS
incision and drainage: incision & drainage, drainage of abscess, abscess drainage | I&D
lumbar puncture: spinal tap | LP
dilatation and curettage: dilation and curettage, dilatation & curettage, uterine curettage | D&C, D & C
evacuation of the uterus: uterine evacuation, evacuation of retained products, manual vacuum aspiration, vacuum aspiration | ERPC, ERPOC
manual removal of placenta | MROP
vacuum delivery: ventouse delivery, ventouse, vacuum assisted delivery, vacuum extraction
forceps delivery: forceps assisted delivery
spontaneous vaginal delivery: normal vaginal delivery, vaginal delivery | SVD, NVD
vaginal breech delivery: assisted breech delivery
induction of labour: induction of labor, labour induction
amniotomy: artificial rupture of membranes
episiotomy: repair of episiotomy, episiotomy repair
perineal repair: repair of perineal tear, perineal tear repair
cervical cerclage: cerclage, mcdonald stitch, shirodkar stitch
tubal ligation: bilateral tubal ligation, sterilisation by tubal ligation | BTL, TL
vasectomy
hysterectomy: total abdominal hysterectomy, vaginal hysterectomy, subtotal hysterectomy | TAH
salpingo-oophorectomy: bilateral salpingo-oophorectomy | BSO
salpingectomy
oophorectomy
ovarian cystectomy
cystectomy
myomectomy
marsupialisation: marsupialization
cryotherapy
loop electrosurgical excision: loop excision, large loop excision of the transformation zone | LEEP, LLETZ
fistula repair: repair of vesicovaginal fistula, vvf repair, repair of fistula
circumcision: voluntary medical male circumcision, male circumcision | VMMC
hydrocelectomy
orchidopexy: orchiopexy
orchidectomy: orchiectomy
varicocelectomy
prostatectomy: transurethral resection of the prostate, transurethral resection of prostate | TURP
nephrectomy
cystostomy: suprapubic cystostomy, suprapubic catheterisation, suprapubic catheterization
urethral dilatation: urethral dilation
urethroplasty
ureteroscopy
ureteric stenting: ureteric stent insertion, dj stenting
lithotripsy: extracorporeal shock wave lithotripsy | ESWL
laparotomy: exploratory laparotomy, explorative laparotomy
cholecystectomy: laparoscopic cholecystectomy, open cholecystectomy
splenectomy
gastrectomy
gastrostomy: percutaneous endoscopic gastrostomy
gastrojejunostomy
pyloromyotomy
bowel resection: small bowel resection, resection and anastomosis, intestinal resection
colectomy: hemicolectomy, right hemicolectomy, left hemicolectomy, sigmoid colectomy
colostomy: colostomy closure, closure of colostomy
ileostomy
haemorrhoidectomy: hemorrhoidectomy, banding of haemorrhoids, rubber band ligation
fistulotomy
lateral sphincterotomy: sphincterotomy
hernia repair: inguinal hernia repair, umbilical hernia repair, incisional hernia repair, repair of inguinal hernia, repair of hernia, mesh repair
herniorrhaphy
hernioplasty
herniotomy
thyroidectomy: total thyroidectomy, subtotal thyroidectomy
parathyroidectomy
mastectomy: modified radical mastectomy | MRM
lumpectomy: wide local excision of breast lump
excision of lump: excision of breast lump, excision of lipoma, lipoma excision, excision of cyst, excision of ganglion, ganglion excision, excision of keloid
sebaceous cyst excision
lymph node excision
axillary clearance: axillary lymph node dissection
tonsillectomy: adenotonsillectomy
adenoidectomy
tracheostomy: tracheotomy
myringotomy: grommet insertion
mastoidectomy
tympanoplasty
septoplasty
polypectomy: nasal polypectomy
nasal packing: anterior nasal packing, nose packing
ear syringing: aural toilet, ear irrigation, ear wax removal, removal of ear wax
removal of foreign body: foreign body removal, fb removal
cataract surgery: cataract extraction, phacoemulsification, small incision cataract surgery, lens implantation, intraocular lens implantation | SICS, ECCE
trabeculectomy
pterygium excision: excision of pterygium
enucleation: evisceration of the eye, evisceration
chalazion excision: chalazion drainage, incision and curettage of chalazion
trichiasis surgery: tarsotomy
tooth extraction: dental extraction, extraction of tooth
root canal treatment: root canal | RCT
dental filling: tooth filling
dental scaling: scaling and polishing
wound dressing: dressing of wound, dressing change, change of dressing, wound dressings, daily dressing, dressing done, sterile dressing
suturing: wound suturing, suturing of laceration, suture of wound, stitching, laceration repair, wound closure, sutured
removal of sutures: removal of stitches, suture removal, stitch removal, stitches removed, sutures removed
wound debridement: surgical debridement, debridement, surgical toilet, wound toilet
fasciotomy
escharotomy
skin graft: skin grafting, split thickness skin graft, split skin graft | STSG, SSG
flap cover: flap surgery
amputation: below knee amputation, above knee amputation, toe amputation, ray amputation | BKA
open reduction and internal fixation: open reduction & internal fixation, open reduction internal fixation | ORIF
closed reduction: manipulation under anaesthesia, manipulation under anesthesia, reduction of fracture, closed reduction and casting | MUA
reduction of dislocation: shoulder reduction
external fixation: external fixator
intramedullary nailing: im nailing, sign nailing
plaster cast: plaster of paris, casting, pop applied, pop cast, backslab, back slab, plaster applied
splinting: splint applied
skin traction: skeletal traction
removal of implant: removal of plate, implant removal, removal of k wires
hip replacement: total hip replacement, hip arthroplasty, hemiarthroplasty, total hip arthroplasty | THR
knee replacement: total knee replacement, knee arthroplasty, total knee arthroplasty | TKR
arthrodesis
arthrotomy
sequestrectomy
osteotomy
laminectomy
discectomy
craniotomy
burr hole: burr hole drainage, burr holes
ventriculoperitoneal shunt: vp shunt, ventriculo-peritoneal shunt
external ventricular drain
thoracotomy
chest tube insertion: chest drain insertion, intercostal drain, chest tube, chest drain, tube thoracostomy, underwater seal drainage, thoracostomy | UWSD, ICD insertion
thoracocentesis: thoracentesis, pleural tap, pleural aspiration
pericardiocentesis
paracentesis: ascitic tap, abdominal paracentesis, abdominal tap
joint aspiration: arthrocentesis, knee aspiration
needle aspiration: fine needle aspiration, fine needle aspirate, fine needle aspiration cytology | FNA, FNAC
biopsy: core biopsy, punch biopsy, excision biopsy, excisional biopsy, incisional biopsy, tru-cut biopsy, trucut biopsy, needle biopsy, skin biopsy, endometrial biopsy, liver biopsy, renal biopsy, kidney biopsy, cervical biopsy, lymph node biopsy, breast biopsy, prostate biopsy
bone marrow aspiration: bone marrow aspirate, bone marrow biopsy, bone marrow trephine | BMA
coronary artery bypass grafting: coronary artery bypass graft, coronary bypass | CABG
percutaneous coronary intervention: coronary angioplasty, percutaneous transluminal coronary angioplasty | PCI, PTCA
cardiac catheterisation: cardiac catheterization, heart catheterization, left heart catheterization
pacemaker insertion: pacemaker implantation, pacemaker placement, permanent pacemaker
valve replacement: mitral valve replacement, aortic valve replacement
cardioversion
defibrillation
carotid endarterectomy
embolectomy
thrombolysis
vein stripping: varicose vein stripping, sclerotherapy
arteriovenous fistula creation: av fistula creation
haemodialysis: hemodialysis, dialysis
peritoneal dialysis
plasmapheresis
exchange transfusion
blood transfusion: transfusion, transfusion of blood, packed cell transfusion, platelet transfusion, transfused
kidney transplant: renal transplant, kidney transplantation, renal transplantation
liver transplant: liver transplantation
bone marrow transplant
chemotherapy: chemoradiation, chemoradiotherapy
radiotherapy: radiation therapy, brachytherapy
phototherapy
intubation: endotracheal intubation, intubated
mechanical ventilation
non-invasive ventilation: continuous positive airway pressure, bubble cpap
cardiopulmonary resuscitation: chest compressions | CPR
neonatal resuscitation: newborn resuscitation
oxygen therapy: oxygen by nasal prongs
suctioning
nebulisation: nebulization, nebulised, nebulized
urinary catheterisation: urinary catheterization, catheterisation, catheterization, foley catheter, catheterised, catheterized, urethral catheterisation
nasogastric tube insertion: nasogastric tube, ng tube, ngt insertion | NGT
gastric lavage
enema
central line insertion: central venous catheter insertion, central line, central venous line, central venous catheter
cannulation: intravenous cannulation, iv cannulation
intraosseous access: intraosseous needle, intraosseous line
umbilical catheterisation: umbilical vein catheterisation, umbilical venous catheter
venesection: phlebotomy
spinal anaesthesia: spinal anesthesia, subarachnoid block
epidural anaesthesia: epidural anesthesia, epidural analgesia
general anaesthesia: general anesthesia
nerve block: regional block
joint injection: intra-articular injection, steroid injection
contraceptive implant insertion: implant insertion, implanon insertion, jadelle insertion
contraceptive implant removal: removal of contraceptive implant, implanon removal, jadelle removal
intrauterine device insertion: iucd insertion, iud insertion, insertion of iucd, insertion of iud
intrauterine device removal: iucd removal, iud removal, removal of iucd
nail avulsion: removal of nail, wedge excision of nail
wart removal: cauterisation of warts, cautery of warts
cauterisation: cauterization, electrocautery, diathermy
frenulotomy: tongue tie release
clubfoot casting: ponseti casting, ponseti treatment
tendon repair
nerve repair
cleft lip repair: cleft palate repair
burn dressing: burns dressing
examination under anaesthesia: examination under anesthesia | EUA
physiotherapy: chest physiotherapy, physical therapy
electroconvulsive therapy | ECT
vaccination: immunisation, immunization
tubal reversal
bartholin abscess drainage: bartholin cyst drainage
`
