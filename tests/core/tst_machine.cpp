// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/catalog.h"
#include "core/measure/proposal.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <set>

namespace rigwright::test::tst_machine {

/// A fake root folder with the files of /proc and /sys of a machine.
struct FakeRoot {
    QTemporaryDir folder;

    void write(const QString& place, const QByteArray& text)
    {
        const QString file = folder.filePath(place);
        QDir().mkpath(QFileInfo(file).path());
        write_file(file, text);
    }
    void processor(const char* name, int sockets, int cores, int threads_of_a_core)
    {
        QByteArray text;
        for (int socket = 0; socket < sockets; ++socket)
            for (int thread = 0; thread < cores * threads_of_a_core; ++thread)
                text += QByteArray("processor\t: 0\nmodel name\t: ") + name +
                        "\nphysical id\t: " + QByteArray::number(socket) +
                        "\ncpu cores\t: " + QByteArray::number(cores) + "\n\n";
        write("proc/cpuinfo", text);
    }
    void memory(qint64 kibibytes)
    {
        write("proc/meminfo", "MemTotal:       " + QByteArray::number(kibibytes) + " kB\nMemFree: 1 kB\n");
    }
    void pci(const char* address, const char* device_class, const char* vendor, const char* device, int lanes,
             int most_lanes)
    {
        const QString place = QStringLiteral("sys/bus/pci/devices/") + QLatin1String(address) + '/';
        write(place + "class", device_class);
        write(place + "vendor", vendor);
        write(place + "device", device);
        write(place + "current_link_width", QByteArray::number(lanes) + "\n");
        write(place + "max_link_width", QByteArray::number(most_lanes) + "\n");
    }
    void drive(const char* name, const char* model, qint64 sectors, const char* rotational, const char* speed)
    {
        const QString place = QStringLiteral("sys/block/") + QLatin1String(name) + '/';
        write(place + "size", QByteArray::number(sectors) + "\n");
        write(place + "removable", "0\n");
        write(place + "queue/rotational", rotational);
        write(place + "device/model", model);
        if (*speed != '\0') write(place + "device/device/current_link_speed", speed);
    }
    std::vector<FoundPart> proposal(const DriverAnswer& driver = {}) const
    {
        Machine machine = read_machine(folder.path().toStdString());
        add_driver_answer(driver, machine);
        return propose_build(machine, engine_data().hardware);
    }
};

const FoundPart* part_of(const std::vector<FoundPart>& parts, const char* code)
{
    for (const FoundPart& part : parts)
        if (part.code == code) return &part;
    return nullptr;
}

bool has_remark(const FoundPart& part, const char* code)
{
    for (const Finding& remark : part.remarks)
        if (remark.code == code) return true;
    return false;
}

template <typename Type>
Type value_of_part(const std::vector<FoundPart>& parts, const char* code)
{
    const FoundPart* part = part_of(parts, code);
    return part != nullptr && std::holds_alternative<Type>(part->value) ? std::get<Type>(part->value) : Type{};
}

const Catalog& catalog() { return engine_data().hardware; }

/// Finding this machine, and circuits, rates and machines of the shipped database.
class MachineTest : public QObject {
    Q_OBJECT

private slots:
    void a_laptop()
    {
        FakeRoot root;
        root.processor("13th Gen Intel(R) Core(TM) i9-13900K", 1, 24, 1);
        root.memory(32'600'000);
        root.pci("0000:00:02.0", "0x030000\n", "0x8086\n", "0xa780\n", 0, 0);
        root.pci("0000:01:00.0", "0x030000\n", "0x10de\n", "0x2520\n", 8, 16);
        root.pci("0000:02:00.0", "0x020000\n", "0x8086\n", "0x15f3\n", 1, 1);
        root.drive("nvme0n1", "Samsung SSD 980 PRO 1TB\n", 1'953'525'168, "0\n", "16.0 GT/s PCIe\n");
        root.drive("sda", "USB stick\n", 100'000'000, "1\n", "");
        root.write("sys/block/sda/removable", "1\n");
        root.write("sys/block/loop0/size", "5000000000\n");
        const std::vector<FoundPart> parts = root.proposal();
        QCOMPARE(value_of_part<std::string>(parts, "gpu"), std::string("rtx3060-laptop-6g"));
        QVERIFY(has_remark(*part_of(parts, "gpu"), "fewer-lanes-in-use"));
        QCOMPARE(value_of_part<std::int64_t>(parts, "gpu-count"), std::int64_t{1});
        QCOMPARE(value_of_part<std::string>(parts, "processor"), std::string("i9-13900k"));
        QCOMPARE(part_of(parts, "processor")->match, CatalogMatch::exact);
        QCOMPARE(value_of_part<double>(parts, "memory"), 32.0);
        QCOMPARE(value_of_part<std::string>(parts, "drive"), std::string("nvme4"));
        QCOMPARE(value_of_part<double>(parts, "drive-size"), 1.0);
    }

    void a_server_with_two_processors_and_eight_gpus()
    {
        FakeRoot root;
        root.processor("AMD EPYC 7742 64-Core Processor", 2, 64, 2);
        root.memory(1'056'000'000);
        for (int i = 0; i < 8; ++i)
            root.pci(qPrintable(QStringLiteral("0000:%1:00.0").arg(16 * i + 7, 2, 16, QLatin1Char('0'))), "0x030200\n",
                     "0x10de\n", "0x20b2\n", 16, 16);
        // The board's own display chip computes nothing.
        root.pci("0000:e0:00.0", "0x030000\n", "0x1a03\n", "0x2000\n", 1, 1);
        root.drive("nvme0n1", "A\n", 7'501'476'528, "0\n", "16.0 GT/s PCIe\n");
        root.drive("nvme1n1", "B\n", 7'501'476'528, "0\n", "16.0 GT/s PCIe\n");
        root.drive("sda", "C\n", 1'000'000'000, "1\n", "");
        const std::vector<FoundPart> parts = root.proposal();
        QCOMPARE(value_of_part<std::string>(parts, "gpu"), std::string("a100-sxm-80"));
        QCOMPARE(value_of_part<std::int64_t>(parts, "gpu-count"), std::int64_t{8});
        QCOMPARE(value_of_part<std::string>(parts, "processor"), std::string("epyc-7742"));
        QCOMPARE(value_of_part<std::int64_t>(parts, "sockets"), std::int64_t{2});
        QCOMPARE(value_of_part<double>(parts, "memory"), 1024.0);
        // 2 x 3.84 TB.
        QCOMPARE(value_of_part<double>(parts, "drive-size"), 7.68);
    }

    void a_machine_without_gpu()
    {
        FakeRoot root;
        root.processor("AMD Ryzen 9 7950X 16-Core Processor", 1, 16, 2);
        root.memory(63'000'000);
        root.pci("0000:00:02.0", "0x030000\n", "0x1af4\n", "0x1050\n", 0, 0);
        const std::vector<FoundPart> parts = root.proposal();
        QCOMPARE(value_of_part<std::string>(parts, "gpu"), std::string("none"));
        QVERIFY(has_remark(*part_of(parts, "gpu"), "no-gpu-found"));
        QVERIFY(!part_of(parts, "gpu-count"));
        QCOMPARE(value_of_part<double>(parts, "memory"), 64.0);
        QVERIFY(!part_of(parts, "drive"));
    }

    void unknown_parts_are_reported()
    {
        FakeRoot root;
        root.processor("Intel(R) Xeon(R) Imaginary 9999 CPU @ 2.00GHz", 2, 30, 2);
        root.memory(500'000'000);
        root.pci("0000:01:00.0", "0x030200\n", "0x10de\n", "0xfffe\n", 16, 16);
        const std::vector<FoundPart> parts = root.proposal();
        const FoundPart& gpu = *part_of(parts, "gpu");
        QCOMPARE(gpu.match, CatalogMatch::none);
        QVERIFY(std::holds_alternative<std::monostate>(gpu.value));
        QVERIFY(has_remark(gpu, "card-not-in-database"));
        const FoundPart& cpu = *part_of(parts, "processor");
        QCOMPARE(cpu.match, CatalogMatch::nearest);
        QVERIFY(has_remark(cpu, "nearest-processor"));
        const Cpu* nearest = engine_data().hardware.cpu(std::get<std::string>(cpu.value));
        QCOMPARE(nearest->vendor, std::string("Intel"));
        for (const Cpu& other : engine_data().hardware.cpus)
            if (other.vendor == "Intel" && other.most_sockets.value_or(1) > 1)
                QVERIFY(std::abs(other.compute.cores - 30) >= std::abs(nearest->compute.cores - 30));
    }

    void cards_with_the_same_number_differ_in_memory()
    {
        FakeRoot root;
        root.processor("Intel(R) Core(TM) i9-13900K", 1, 24, 1);
        root.pci("0000:01:00.0", "0x030000\n", "0x10de\n", "0x2684\n", 16, 16);
        const auto alone = root.proposal();
        QCOMPARE(value_of_part<std::string>(alone, "gpu"), std::string("rtx4090"));
        QVERIFY(has_remark(*part_of(alone, "gpu"), "several-cards-share-numbers"));
        const auto driver = [](double gib) {
            return DriverAnswer{DriverAnswer::State::answered,
                                {{"NVIDIA GeForce RTX 4090", "00000000:01:00.0", 0x10de, 0x2684, Bytes::gib(gib)}}};
        };
        const auto converted = root.proposal(driver(47.5));
        QCOMPARE(value_of_part<std::string>(converted, "gpu"), std::string("rtx4090-48g-mod"));
        QVERIFY(!has_remark(*part_of(converted, "gpu"), "several-cards-share-numbers"));
        QCOMPARE(value_of_part<std::string>(root.proposal(driver(23.9)), "gpu"), std::string("rtx4090"));
        // A card that is missing in the table of device ids, found by name.
        DriverAnswer named = driver(79.6);
        named.gpus.front().device = 0xfffd;
        named.gpus.front().name = "NVIDIA H100 PCIe 80GB";
        named.gpus.front().address = "00000000:41:00.0";
        FakeRoot empty;
        QCOMPARE(value_of_part<std::string>(empty.proposal(named), "gpu"), std::string("h100-pcie"));
    }

    void drives_by_their_kind()
    {
        const Rows<QString, QString, QString, QString> rows{
            {"disks that turn", "sda", "1", "", "hdd"},
            {"disks that do not", "sda", "0", "", "sata-ssd"},
            {"a virtual machine's disk", "vda", "0", "", "sata-ssd"},
            {"another virtual machine's disk", "xvda", "0", "", "sata-ssd"},
            {"third generation", "nvme0n1", "0", "8.0 GT/s PCIe", "nvme3"},
            {"third generation, as older kernels say it", "nvme0n1", "0", "8 GT/s", "nvme3"},
            {"fourth generation", "nvme0n1", "0", "16.0 GT/s PCIe", "nvme4"},
            {"fourth generation, as older kernels say it", "nvme0n1", "0", "16 GT/s", "nvme4"},
            {"fifth generation", "nvme0n1", "0", "32.0 GT/s PCIe", "nvme5"},
            {"fifth generation, as older kernels say it", "nvme0n1", "0", "32 GT/s", "nvme5"},
            {"a generation that is not known", "nvme0n1", "0", "2.5 GT/s PCIe", "nvme3"},
            {"an optical drive", "sr0", "1", "", ""},
            {"disks put together", "md0", "0", "", ""},
        };
        rows.each([&](const auto& name, const auto& rotational, const auto& speed, const auto& storage) {
            FakeRoot root;
            root.drive(qPrintable(name), "A disk\n", 1'953'525'168, qPrintable(rotational + '\n'), qPrintable(speed));
            QCOMPARE(QString::fromStdString(value_of_part<std::string>(root.proposal(), "drive")), storage);
        });
    }

    void the_fastest_drive_counts_and_small_ones_do_not()
    {
        FakeRoot root;
        root.drive("nvme0n1", "A stick for starting\n", 15'625'000, "0\n", "32.0 GT/s PCIe\n");
        root.drive("sda", "Slow\n", 15'628'053'168, "1\n", "");
        root.drive("nvme1n1", "Fast\n", 3'907'029'168, "0\n", "16.0 GT/s PCIe\n");
        root.drive("nvme2n1", "Fast too\n", 3'907'029'168, "0\n", "16.0 GT/s PCIe\n");
        root.drive("nvme3n1", "No disk has so many sectors\n", qint64{1} << 52, "0\n", "16.0 GT/s PCIe\n");
        const std::vector<FoundPart> parts = root.proposal();
        QCOMPARE(value_of_part<std::string>(parts, "drive"), std::string("nvme4"));
        QCOMPARE(value_of_part<double>(parts, "drive-size"), 4.0);
    }

    void an_accelerator_without_a_screen()
    {
        FakeRoot root;
        root.pci("0000:c1:00.0", "0x120000\n", "0x1002\n", "0x740f\n", 16, 16);
        QCOMPARE(value_of_part<std::string>(root.proposal(), "gpu"), std::string("mi210"));
    }

    void a_processor_with_cores_switched_off()
    {
        FakeRoot root;
        root.processor("AMD EPYC 7742 64-Core Processor", 1, 32, 1);
        root.memory(131'000'000);
        const std::vector<FoundPart> parts = root.proposal();
        QCOMPARE(value_of_part<std::string>(parts, "processor"), std::string("epyc-7742"));
        QVERIFY(has_remark(*part_of(parts, "processor"), "other-cores"));
    }

    void broken_files_leave_gaps()
    {
        FakeRoot root;
        root.write("proc/cpuinfo", QByteArray(1 << 16, '\xff') + "\nmodel name\nphysical id : \ncpu cores : many\n");
        root.write("proc/meminfo", "MemTotal: -5 kB\nMemTotal: 99999999999999999999 kB\n");
        root.pci("0000:01:00.0", "0x03", "0x10de and more", "", -3, 999);
        root.pci("0000:02:00.0", "0x030000", "0x10de", "0x12345", 16, 16);
        root.drive("nvme0n1", "\x01\x02<b>", -1, "yes", "fast");
        root.drive("nvme1n1", "<b>bold</b>", 4'000'000'000, "0", "fast");
        const Machine machine = read_machine(root.folder.path().toStdString());
        QVERIFY(machine.cpu.empty());
        QVERIFY(!machine.memory);
        QVERIFY(machine.gpus.empty());
        QCOMPARE(machine.drives.size(), std::size_t{1});
        QCOMPARE(machine.drives.front().kind, DriveKind::nvme);
        const auto parts = propose_build(machine, engine_data().hardware);
        QCOMPARE(value_of_part<std::string>(parts, "drive"), std::string("nvme3"));
        QVERIFY(has_remark(*part_of(parts, "drive"), "drive-link-not-told"));
        QCOMPARE(part_of(parts, "drive")->found, std::string("<b>bold</b>"));
    }

    void an_empty_folder_is_an_empty_machine()
    {
        const FakeRoot root;
        const Machine machine = read_machine(root.folder.path().toStdString());
        QCOMPARE(machine.unreadable, (std::vector<std::string>{"proc/cpuinfo", "proc/meminfo", "sys/bus/pci/devices"}));
        const auto parts = propose_build(machine, engine_data().hardware);
        QCOMPARE(parts.size(), std::size_t{1});
        QVERIFY(has_remark(parts.front(), "no-gpu-found"));
    }

    void installed_memory_is_the_next_size()
    {
        QCOMPARE(installed_gib(Bytes::gib(15.5)), 16.0);
        QCOMPARE(installed_gib(Bytes::gib(31.1)), 32.0);
        QCOMPARE(installed_gib(Bytes::gib(503.6)), 512.0);
        QCOMPARE(installed_gib(Bytes::gib(1007.0)), 1024.0);
        QCOMPARE(installed_gib(Bytes::gib(64.0)), 64.0);
        // No module size is near: the size seen by the system in whole GiB.
        QCOMPARE(installed_gib(Bytes::gib(70.2)), 71.0);
    }

    void every_known_number_names_a_card()
    {
        const Catalog& hardware = engine_data().hardware;
        QVERIFY(hardware.pci_devices.size() > 150);
        std::set<std::pair<int, int>> numbers;
        for (const PciDevice& device : hardware.pci_devices) {
            QVERIFY(numbers.insert({device.vendor, device.device}).second);
            for (const std::string& id : device.gpus) QVERIFY2(hardware.gpu(id), id.c_str());
        }
    }

    void a_missing_driver_is_reported()
    {
        const DriverAnswer answer = ask_nvidia_driver("no-such-library.so.1");
        QCOMPARE(answer.state, DriverAnswer::State::no_library);
        QVERIFY(answer.gpus.empty());
    }

    void the_driver_is_queried()
    {
        const DriverAnswer answer = ask_nvidia_driver(FAKE_NVML);
        QCOMPARE(answer.state, DriverAnswer::State::answered);
        QCOMPARE(answer.gpus.size(), std::size_t{2});
        QCOMPARE(answer.gpus[1].name, std::string("NVIDIA A10"));
        QCOMPARE(answer.gpus[1].address, std::string("00000000:0a:00.0"));
        QCOMPARE(answer.gpus[1].vendor, 0x10de);
        QCOMPARE(answer.gpus[1].device, 0x2236);
        QCOMPARE(answer.gpus[1].memory, Bytes::gib(22.5));
    }

    void a_wrong_library_is_reported()
    {
        QCOMPARE(ask_nvidia_driver("libc.so.6").state, DriverAnswer::State::wrong_library);
    }

    void every_sentence_exists()
    {
        FakeRoot root;
        root.processor("Intel(R) Xeon(R) Imaginary 9999", 1, 30, 1);
        root.memory(1'000'000);
        root.pci("0000:01:00.0", "0x030000", "0x10de", "0x2684", 8, 16);
        root.pci("0000:02:00.0", "0x030000", "0x10de", "0xfffe", 16, 16);
        root.drive("sda", "Disk", 40'000'000'000, "1", "");
        root.drive("nvme0n1", "Drive", 40'000'000'000, "0", "");
        for (const Language language : {Language::english, Language::chinese}) {
            const Messages& words = messages(language);
            FakeRoot empty;
            for (const auto& parts : {root.proposal(), empty.proposal()}) {
                for (const FoundPart& part : parts) {
                    const FoundPartText text = text_of(part, words);
                    for (const std::string& shown : {text.what, text.proposed, text.remark})
                        QVERIFY2(shown.find('[') == std::string::npos && shown.find('{') == std::string::npos,
                                 shown.c_str());
                }
            }
            using State = DriverAnswer::State;
            for (const State state : {State::answered, State::no_library, State::wrong_library, State::refused})
                QVERIFY(words.has(key_of(state)));
            for (const char* code : {"found.other-cores", "found.processor-not-known", "found.card-not-in-database"})
                QVERIFY(words.has(code));
        }
    }

    void circuits_carry_what_the_rules_allow()
    {
        const OperatingCosts& costs = catalog().operating_costs;
        // North American circuits carry 80 % for hours (NEC).
        QCOMPARE(costs.circuit("15a-120v")->continuous().base(), 1440.0);
        QCOMPARE(costs.circuit("20a-120v")->continuous().base(), 1920.0);
        QCOMPARE(costs.circuit("16a-230v")->continuous().base(), 3680.0);
        QCOMPARE(costs.circuit("10a-220v")->continuous().base(), 2200.0);
        QVERIFY(costs.circuit("17a-220v") == nullptr);
    }

    void a_locale_names_its_territory()
    {
        const Rows<QString> rows{
            {"zh_CN.UTF-8", "CN"}, {"de_DE@euro", "DE"}, {"zh-Hans-CN", "CN"},
            {"sr_RS@latin", "RS"}, {"en-gb", "GB"},      {"C", ""},
            {"C.UTF-8", ""},       {"POSIX", ""},        {"de", ""},
            {"es_419", ""},        {"zh_", ""},          {"_", ""},
        };
        rows.each_named([&](const char* name, const auto& territory) {
            QCOMPARE(QString::fromStdString(territory_of_locale(name)), territory);
        });
    }

    /// Plugs and voltages by IEC World Plugs.
    void ordinary_sockets_of_a_territory()
    {
        const Rows<double, double, double> rows{
            {"CN", 10.0, 220.0, 2200.0}, {"GB", 13.0, 230.0, 2990.0}, {"HK", 13.0, 220.0, 2860.0},
            {"DE", 16.0, 230.0, 3680.0}, {"FR", 16.0, 230.0, 3680.0}, {"KR", 16.0, 220.0, 3520.0},
            {"CH", 10.0, 230.0, 2300.0}, {"AU", 10.0, 230.0, 2300.0}, {"US", 15.0, 120.0, 1440.0},
            {"TW", 15.0, 110.0, 1320.0}, {"JP", 15.0, 100.0, 1500.0},
        };
        rows.each_named([&](const char* name, auto amperes, auto volts, auto watts) {
            const Circuit* circuit = usual_circuit(catalog().operating_costs, name);
            QVERIFY(circuit != nullptr);
            QCOMPARE(circuit->amperes, amperes);
            QCOMPARE(circuit->volts, volts);
            QCOMPARE(circuit->continuous().base(), watts);
        });
    }

    void every_territory_has_one_weakest_circuit()
    {
        const OperatingCosts& costs = catalog().operating_costs;
        std::set<std::string> territories;
        std::set<double> amperes;
        for (const Circuit& circuit : costs.circuits) {
            QVERIFY2(!circuit.provenance.source.empty() && !circuit.regions.empty(), circuit.id.c_str());
            amperes.insert(circuit.amperes);
            for (const std::string& region : circuit.regions) {
                QCOMPARE(territory_of_locale("xx_" + region), region);
                territories.insert(region);
            }
        }
        QVERIFY(territories.size() > 90);
        for (const double expected : {10.0, 13.0, 15.0, 16.0, 20.0, 32.0}) QVERIFY(amperes.contains(expected));
        for (const std::string& territory : territories) {
            const Circuit* usual = usual_circuit(costs, territory);
            int as_weak = 0;
            for (const Circuit& circuit : costs.circuits) {
                const auto& regions = circuit.regions;
                const bool there = std::ranges::find(regions, territory) != regions.end();
                if (there && circuit.continuous() <= usual->continuous()) ++as_weak;
            }
            QVERIFY2(as_weak == 1, territory.c_str());
            // No household circuit carries more.
            QVERIFY2(usual->continuous() <= Watts(3680.0), territory.c_str());
        }
        // Two voltages in one country, and no country at all.
        QVERIFY(usual_circuit(costs, "BR") == nullptr);
        QVERIFY(usual_circuit(costs, "") == nullptr);
    }

    void datasets_have_file_sizes()
    {
        const auto bytes_of = [](const char* id) {
            return static_cast<double>(catalog().dataset(id)->encoded_bytes_per_sample.value_or(0));
        };
        // 18 GB and 138 GB by the pages that offer them.
        QVERIFY(is_within(bytes_of("coco-train2017") * 118'287.0, 18e9, 0.01));
        QVERIFY(is_within(bytes_of("imagenet-1k") * 1'281'167.0, 138e9, 0.01));
        // No size is published for these two: no more than the pixels themselves, and as many bytes a pixel as those two.
        QVERIFY(is_within(bytes_of("aitex"), 256.0 * 4097.0, 0.001));
        const double per_pixel =
            (bytes_of("coco-train2017") / (480.0 * 640.0) + bytes_of("imagenet-1k") / (387.0 * 469.0)) / 2.0;
        QVERIFY(is_within(bytes_of("kolektor-sdd"), 500.0 * 1240.0 * per_pixel, 0.002));
        for (const DatasetRecord& dataset : catalog().datasets)
            QVERIFY2(!dataset.provenance.computation.empty(), dataset.id.c_str());
    }

    void exchange_rates_are_dated_and_agree()
    {
        const OperatingCosts& costs = catalog().operating_costs;
        for (const ExchangeRate& rate : costs.exchange_rates) QVERIFY2(!rate.date.empty(), rate.from.c_str());
        const double there = costs.exchange("EUR", "USD")->rate * costs.exchange("USD", "CNY")->rate;
        QVERIFY(is_within(costs.exchange("EUR", "CNY")->rate, there, 0.005));
        QCOMPARE(costs.exchange("CNY", "USD")->rate, 1.0 / costs.exchange("USD", "CNY")->rate);
        QCOMPARE(costs.exchange("JPY", "JPY")->rate, 1.0);
        QVERIFY(!costs.exchange("JPY", "USD"));
    }

    void machines_of_the_articles_match_published_figures()
    {
        const Chassis& x620 = *catalog().chassis("nettrix-x620-g50");
        QCOMPARE(x620.body.rack_units, std::optional(2));
        QCOMPARE(x620.gpus.most_gpus, std::optional(4));
        QCOMPARE(x620.gpus.pcie_generation, std::optional(5));
        const Chassis& x660 = *catalog().chassis("nettrix-x660-g45");
        QVERIFY(x660.gpus.peer_kind == PeerLinkKind::nvswitch && x660.gpus.mount == GpuMount::module);
        // Nothing is published about this one, which is noted instead of guessed.
        const Chassis& b5000 = *catalog().chassis("nettrix-b5000-g4-lp");
        QVERIFY(!b5000.gpus.most_gpus && !b5000.body.rack_units && !b5000.power.most);
        QCOMPARE(b5000.notes, std::vector<std::string>{"nothing-published"});
    }

    void complete_machines_are_priced_as_a_whole()
    {
        for (const Chassis& each : catalog().chassis_list) {
            const bool dgx = each.name.starts_with("DGX") || each.name.starts_with("GB200");
            QVERIFY2(each.sold_complete == dgx, each.id.c_str());
        }
    }
};

RIGWRIGHT_TEST(MachineTest)

} // namespace rigwright::test::tst_machine

#include "tst_machine.moc"
