/** Trade names beside those in the lists of substances: what East African, European and American papers say. `substance=name/name`. */
export const brands = `
amoxicillin=trimox/moxypen/ospamox/amoxa/amoxyn/amoxiclin/zimox
amoxicillin + clavulanic acid=amoksiklav/curam/enhancin/clavulox/forcid/synulox/germentin/klavox/clamoxin/co amoxiclav
ceftriaxone=rocephine/powercef/cefaxone/triaxone/epicephin/ceftriax, cefuroxime=xorimax/ceftin/aksef/roxime, cefixime=cefspan/zefix/fixime
cefalexin=sporidex/ospexin/keforal, cefadroxil=duricef, ciprofloxacin=cifran/ciprobid/ciproquin/baycip/quintor/cetraxal
levofloxacin=levoflox/glevo/oftaquix, azithromycin=azee/zaha/zathrin/aziwin/z-pak/zmax/sumamed, clarithromycin=clarithro/klabax
erythromycin=erythrox/ilosone/eryc, doxycycline=doxylin/doxycap/vibratab, metronidazole=metrogyl/amrizole/metrozol
sulfamethoxazole + trimethoprim=bactrim/septrin/biotrim/sulfatrim, gentamicin=gentalline/cidomycin, nitrofurantoin=furadantin/uvamin, meropenem=merrem
fluconazole=fluzol/flucoral/forcan/diflazon, clotrimazole=candid/lotrimin/clozole/candiderm, terbinafine=terbisil, griseofulvin=fulcin/gris-peg
nystatin=nystan, aciclovir=zovir/acivir/lovir, albendazole=alben/albenza/zental/abz/wormin, mebendazole=wormex/vermoxin, praziquantel=distocide/cesol
ivermectin=ivermax/soolantra
artemether + lumefantrine=lumerax/artemeth l/lumiter/co-artem/co-artesiane/riamet/lumaren/lumet/artequick l/komefan
artesunate=artesiane/larinate/falcigo/malacef, quinine=quinimax/quinaga, atovaquone + proguanil=malanil
sulfadoxine + pyrimethamine=metakelfin/malaxin/falcistat/sp kid/laridox/ekelfin, dihydroartemisinin + piperaquine=p-alaxin/d-artepp/artepp
paracetamol=tylenol/crocin/febrilix/cetamol/curamol/action paracetamol/paracip/paramol/pyrexal/sonadol/dawanol p/paradol/p-500
ibuprofen=ibugesic/ibumex/bufen/dolofen/brustan n/dolgit/ibuprom, diclofenac=olfen/dicloran/diclomol/difen/rheumafen/cofenac/dicloflam/dynapar
aceclofenac=acepar/zerodol, naproxen=anaprox/naprogesic, meloxicam=melox/mobitil/melocam, piroxicam=pirox/felden, celecoxib=celebex/celcox
etoricoxib=etorix/torcoxia, mefenamic acid=mefenal/ponstal/meftal, tramadol=tramacet plus/tramasik/contramal/trabar/tramol
morphine=ms contin/sevredol/morphin, pethidine=dolantin, acetylsalicylic acid=ascard/loprin/aspro/junior aspirin/ascot/nu-seals/bufferin
codeine=codral, oxycodone=roxicodone, fentanyl=actiq/durogesic
omeprazole=losec/omez/prilosec/ocid/lomac/risek/omepral, esomeprazole=nexium/esomac/nexpro/esoz/ezomap
pantoprazole=pantop/pantocid/protonix/controloc/pantoloc, lansoprazole=prevacid/lanzol/zoton/lansec, rabeprazole=rabemac/aciphex/pariet/razo
ranitidine=zantac/rantac/histac/aciloc, cimetidine=tagamet, famotidine=pepcid, sucralfate=ulsanic/carafate
metoclopramide=plasil/maxolon/primperan/reglan, domperidone=motilium/domstal/vomidon, ondansetron=vomistop/emitino/ondem
butylscopolamine=hyospan/spasmonil, loperamide=lopedium/lomofen, bisacodyl=bisalax/laxit, lactulose=laxilac/osmolax/enulose
amlodipine=amlong/amlocard/amtas/amlopres/amdepin/lotrel, nifedipine=nifelat/nifecard/adalat la/coracten/procardia xl
atenolol=atenol/tenoblock/aten/atecor, propranolol=ciplar/inderal la, bisoprolol=concor cor/cardicor/zebeta, carvedilol=cardivas/dilatrend/carca
metoprolol=toprol/betaloc zok/seloken/metolar/toprol xl, enalapril=envas/enaril/nuril/enam/vasopril, lisinopril=lisoril/listril/hipril
ramipril=cardace/ramace/ramipro, perindopril=aceon/prestarium, losartan=losacar/repace/cosart/losar, telmisartan=telma/telmikaa/telsar
valsartan=valzaar, candesartan=candez, irbesartan=avapro, hydrochlorothiazide=hydrodiuril/microzide, furosemide=lasilix/frusenex/diural/furoject
spironolactone=aldactide/spirix, indapamide=lorvas, methyldopa=dopamet/dopegyt, hydralazine=nepresol
atorvastatin=atorva/torvast/lipicure/atocor/storvas/aztor, rosuvastatin=rosuvas/rovista/crestar/rozavel, simvastatin=simvor/simcard
clopidogrel=clopilet/plagril/clopivas/deplatt, enoxaparin=heparinox/cutenox/flenox, warfarin=warf/jantoven/orfarin, digoxin=digox
isosorbide dinitrate=sorbitrate/isoket, isosorbide mononitrate=ismo/imdur/monocinque, glyceryl trinitrate=angised/nitrostat/nitrolingual/nitro-dur
metformin=glucophage/glucomet/glycomet/obimet/diaformin/diabetmin/glucomin/glyciphage/metfor, glibenclamide=glanil/gliben/betanase/glynase
gliclazide=diamicron mr/glizid/glycron, glimepiride=glimpid/glaryl/getryl
insulin=actrapid/humulin/humulin r/humalog mix/insuman/mixtard 30/novolin/soluble insulin/regular insulin/insulin mixtard/insulin actrapid/biphasic insulin
sitagliptin + metformin=janumet, vildagliptin + metformin=galvus met/jalra m, pioglitazone=pioglar/glizone
levothyroxine=thyronorm/levoxyl/letrox/unithroid, carbimazole=carbizol, prednisolone=predisol/prednisol/omnacortil/predlone
dexamethasone=dexona/dexa/dexasone/fortecortin, hydrocortisone=hydrocort/cortef/efcorlin
betamethasone=betacort/diprosone/diprospan/betaderm/celestoderm, triamcinolone=kenacort/ledermix, clobetasol=temovate/clobet
salbutamol=asthalin/ventomax/salbutan/salamol/aerolin/butaline/proair, salmeterol + fluticasone=seroflo, budesonide + formoterol=foracort/budecort
budesonide=budecort inhaler/rhinocort/budenase, beclometasone=beclate/beconase/qvar/clenil, fluticasone=flohale/nasoflo
montelukast=montair/montiget/lukotas/montek, aminophylline=phyllocontin, theophylline=uniphyl/nuelin/theolair
cetirizine=cetzine/zyncet/reactine/alerid, loratadine=lorfast/clarinase, levocetirizine=levocet/xyzin, desloratadine=deslor
chlorphenamine=chlor-trimeton/chlorphen/cpm/allergex, promethazine=promet/histargan, ambroxol=mucosolvan/ambrolex, bromhexine=bisolex
carbocisteine=rhinathiol/mucolit
amitriptyline=laroxyl/saroten/tryptanol/amit, fluoxetine=fludac/prodep/flunil, sertraline=serlift/zosert, escitalopram=nexito/estalo/s-citadep
paroxetine=paxidep, venlafaxine=venlor, mirtazapine=mirtaz/zispin, haloperidol=halopidol/serenase, chlorpromazine=cpz, olanzapine=oleanz/olan
risperidone=risdone/sizodon/rispid, quetiapine=qutipin/seroquel xr, carbamazepine=tegrital/carbatol/zeptol, phenytoin=eptoin/epileptin
valproic acid=valparin/epival/encorate/convulex, lamotrigine=lamitor/lametec, levetiracetam=levipil/levesam, gabapentin=gabantin/gabapin
pregabalin=pregeb/nervigesic/lyrolin/pregalin, diazepam=calmpose/dizepam/stesolid, lorazepam=lopez
levodopa + carbidopa=sinemet/carbidopa levodopa/levodopa carbidopa/syndopa/sinemet cr/stalevo, levodopa + benserazide=madopar/levodopa benserazide
trihexyphenidyl=pacitane, baclofen=liofen, sumatriptan=suminat
iron=hematinic syrup/ferro-gradumet/feroglobin/ranferon/haemup/fefol-z/sangobion, folic acid=folvite/folate 5mg
calcium carbonate + colecalciferol=calcimax/caltrate/shelcal/calcichew/caltrate plus, pyridoxine=benadon, cyanocobalamin=cytamen/cobolmin
vitamin b complex=neurorubine/neuroton/becosules/neurovit, zinc=zincovit/zinkid/ped zinc/zinc dt, ascorbic acid=celin/redoxon/cevit
oral rehydration salts=oresol/resomal/dioralyte/orset, sodium chloride + glucose=dns
ringer lactate=hartmann's solution/hartmann's/ringers/lactated ringers/ringer's lactate/lactated ringer's
glucose=dextrose saline/d50w/dextrose 50%/dextrose 10%, tranexamic acid=transamin/pause, phytomenadione=konakion/vit k/vit k1, ethamsylate=dicynone
norethisterone=primolut n/primolut-n/steron, medroxyprogesterone=petogen/sayana/dmpa injection
ethinylestradiol + levonorgestrel=microgynon/femiplan/nordette/chaguo langu/trinordial, levonorgestrel=plan b one-step/norlevo/emergency pills
misoprostol=misoclear/misotac, oxytocin=oxytox, magnesium sulfate=mag sulph/mag sulphate/magsulf, tetanus toxoid=tt vaccine/tetanus vaccine/tetavax
rabies vaccine=verorab/rabipur, hepatitis b vaccine=engerix/engerix-b, permethrin=elimite/lotrix, benzyl benzoate=bbe
silver sulfadiazine=silvadene/burnazin, sildenafil=kamagra/penegra/erecto, finasteride=proscar/finast, tamsulosin=flomax/urimax/contiflo/veltam
allopurinol=zyloprim/alloril, colchicine=colcrys/goutnil, methotrexate=trexall/methotrex
`
