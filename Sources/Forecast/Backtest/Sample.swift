/// The statistics of some numbers, for printing.
struct Sample {
    let values: [Double]

    init(_ values: [Double]) { self.values = values }

    var count: Double { Double(values.count) }

    var mean: Double { values.reduce(0, +) / count }

    /// The mean distance from zero.
    var meanError: Double { Sample(values.map(abs)).mean }

    /// The mean of the squares.
    var meanSquare: Double { Sample(values.map { $0 * $0 }).mean }

    /// The standard deviation of the sample, with the divisor n − 1.
    var deviation: Double { (covariance(with: self) / (count - 1)).squareRoot() }

    /// Returns the slope of the least-squares line that predicts other values from these.
    func slope(of others: Sample) -> Double { covariance(with: others) / covariance(with: self) }

    /// The sum of the products of the distances from both means.
    private func covariance(with other: Sample) -> Double {
        let (mean, otherMean) = (mean, other.mean)
        return zip(values, other.values).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - otherMean) }
    }
}
